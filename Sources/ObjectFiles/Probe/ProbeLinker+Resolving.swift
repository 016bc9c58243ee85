/// Determines which file provides a referenced symbol, and the order in which files are loaded.
///
/// lld processes an object's definitions first and then its references one after another. A member that provides a
/// symbol is loaded, with everything that it references, before the next symbol. An archive's table is processed in the
/// same way. The order determines which of several definitions are used and which are reported as duplicates, so this
/// linker has the same order. It uses a stack of pending work, not recursion, since chains of references can be long.
extension ProbeLinker {
    /// Unfinished work: names that a file references, entries of an archive's table, or members of an archive.
    enum Work {
        case references([String], by: String, next: Int)
        case table(archive: Int)
        case members([ArchiveMember], archive: Int, next: Int, flag: String)
    }

    /// The provider of an undefined name.
    enum Offer {
        case member(archive: Int, offset: Int)
        case object(Int)
        case library(isWeak: Bool)
    }

    /// Returns the first provider on the command line that is not a weak definition of a dynamic library. If all are
    /// weak definitions of dynamic libraries, returns the first; without a provider, returns nil.
    func offer(of name: String) -> Offer? {
        var best: Offer?
        for provider in providers {
            let next: Offer?
            switch provider {
            case .archive(let number):
                next = archives[number].offset(of: name).map { .member(archive: number, offset: $0) }
            case .object(let number): next = objects[number].offers(name) ? .object(number) : nil
            case .library(let library):
                let strength = library.strength(of: name, minimum: options.minimumVersion)
                next = strength.map { .library(isWeak: $0 == .weak) }
            }
            guard let next else { continue }
            switch (best, next) {
            case (.none, _), (.library(isWeak: true), .library(isWeak: false)), (.library(isWeak: true), .member),
                (.library(isWeak: true), .object):
                best = next
            case (.library, _), (.member, _), (.object, _): continue
            }
        }
        return best
    }

    /// Adds a reference to a name, and starts to load the name's provider.
    mutating func refer(to name: String, by label: String) throws(ObjectFileError) {
        guard symbols.refer(to: name, by: label), let offer = offer(of: name) else { return }
        switch offer {
        case .library(let isWeak): symbols.provide(name, isWeak: isWeak)
        case .member(let archive, let offset): try pull(archive, offset)
        case .object(let object): try extract(object)
        }
    }

    /// Completes all pending work.
    mutating func finish() throws(ObjectFileError) {
        while let next = work.popLast() {
            switch next {
            case .references(let names, let label, let index):
                guard index < names.count else { continue }
                work.append(.references(names, by: label, next: index + 1))
                try refer(to: names[index], by: label)
            case .table(let archive): try searchTable(archive)
            case .members(let members, let archive, let index, let flag):
                guard index < members.count else { continue }
                work.append(.members(members, archive: archive, next: index + 1, flag: flag))
                try force(members[index], archive, flag)
            }
        }
    }

    /// Processes entries of a table, up to the first whose member is needed, and starts to load that member.
    private mutating func searchTable(_ number: Int) throws(ObjectFileError) {
        while archives[number].seen < archives[number].entries.count {
            let entry = archives[number].entries[archives[number].seen]
            archives[number].seen += 1
            guard symbols.isOpen(entry.symbol) else { continue }
            work.append(.table(archive: number))
            return try pull(number, entry.memberOffset)
        }
    }

    /// Loads the member at an offset, unless it was loaded before.
    mutating func pull(_ number: Int, _ offset: Int) throws(ObjectFileError) {
        guard let member = archives[number].take(offset) else { return }
        let path = archives[number].path
        guard (try? FileKind(of: member.bytes)) == .object(.machO) else {
            return fail("\(path): could not load archive member: \(member.name) has unhandled file type")
        }
        try load(try MachOFile(member.bytes), "\(path)(\(member.name))")
    }

    /// Loads a member that a flag forces; skips a member that is not an object, with a warning.
    private mutating func force(_ member: ArchiveMember, _ number: Int, _ flag: String) throws(ObjectFileError) {
        guard (try? FileKind(of: member.bytes)) == .object(.machO) else {
            let path = archives[number].path
            return warn("\(path): \(flag) failed to load archive member: \(member.name) has unhandled file type")
        }
        try pull(number, member.headerOffset)
    }

    /// Makes a deferred object part of the link.
    mutating func extract(_ number: Int) throws(ObjectFileError) {
        guard !objects[number].isTaken else { return }
        objects[number].isTaken = true
        try load(objects[number].file, objects[number].label)
    }
}
