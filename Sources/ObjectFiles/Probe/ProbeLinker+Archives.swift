/// Loads archives and deferred objects of a link.
extension ProbeLinker {
    /// Loads the members of an archive that a flag forces, then those that are referenced. As in lld, a repeated
    /// archive has no effect, whatever its flags.
    mutating func load(
        _ archive: Archive, _ path: String, _ loading: ProbeOptions.Input.Loading
    ) throws(ObjectFileError) {
        guard loaded.insert(path).inserted else { return }
        let held = try ProbeArchive(archive, path)
        if held.lacksTable { fail("\(path): archive has no index; run ranlib to add one") }
        archives.append(held)
        let number = archives.count - 1
        providers.append(.archive(number))
        try loadForced(held, number, loading)
        guard try isForTarget(held) else { return }
        work.append(.table(archive: number))
        try finish()
    }

    private mutating func loadForced(
        _ archive: ProbeArchive, _ number: Int, _ loading: ProbeOptions.Input.Loading
    ) throws(ObjectFileError) {
        if loading == .auto { return }
        if loading == .forced || options.loadsAllMembers {
            let flag = loading == .forced ? "-force_load" : "-all_load"
            work.append(.members(archive.members, archive: number, next: 0, flag: flag))
        } else if options.loadsObjectiveC {
            for entry in archive.entries where entry.symbol.hasPrefix(Self.classPrefix) {
                try pull(number, entry.memberOffset)
                try finish()
            }
            var members: [ArchiveMember] = []
            for member in archive.members where (try? FileKind(of: member.bytes)) == .object(.machO) {
                if try Self.hasObjectiveC(try MachOFile(member.bytes)) { members.append(member) }
            }
            work.append(.members(members, archive: number, next: 0, flag: "-ObjC"))
        }
        try finish()
    }

    /// Returns whether the first member is for the link's processor: only then is the table read.
    private mutating func isForTarget(_ archive: ProbeArchive) throws(ObjectFileError) -> Bool {
        guard !archive.entries.isEmpty, let first = archive.members.first,
            (try? FileKind(of: first.bytes)) == .object(.machO)
        else { return true }
        return isCompatible(try MachOHeader(parsing: first.bytes).architecture, archive.path)
    }

    /// Adds an object that is loaded when one of its symbols is referenced.
    mutating func wait(for file: MachOFile, _ path: String) throws(ObjectFileError) {
        let object = try ProbeObject(file, path)
        objects.append(object)
        providers.append(.object(objects.count - 1))
        var isForced = false
        if options.loadsObjectiveC {
            isForced = object.names.contains { $0.hasPrefix(Self.classPrefix) }
            if !isForced { isForced = try Self.hasObjectiveC(file) }
        }
        if isForced || object.names.contains(where: symbols.isOpen) { try extract(objects.count - 1) }
        try finish()
    }

    private static let classPrefix = "_OBJC_CLASS_$_"

    /// Returns whether `-ObjC` loads a file, because it contains categories of Objective-C or any Swift code.
    private static func hasObjectiveC(_ file: MachOFile) throws(ObjectFileError) -> Bool {
        let sections = try file.sections()
        return sections.contains {
            $0.segment == "__DATA" && $0.name == "__objc_catlist"
                || $0.segment == "__TEXT" && $0.name.hasPrefix("__swift")
        }
    }
}
