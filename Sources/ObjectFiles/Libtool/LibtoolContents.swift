/// The members that a call of `libtool` collects, by architecture, in the order of the inputs.
struct LibtoolContents {
    private(set) var warnings: [String] = []
    private let options: LibtoolOptions
    private var members: [LibtoolMember] = []
    private var opened = 0

    init(_ options: LibtoolOptions) { self.options = options }

    /// Adds all members of a file.
    mutating func take(_ path: String) throws(LibtoolError) {
        let bytes = try reading { () throws(ObjectFileError) in try open(path) }
        opened += 1
        try take(bytes, path)
    }

    /// Splits fat files into slices and archives into members.
    private mutating func take(_ bytes: ByteView, _ path: String) throws(LibtoolError) {
        let kind = try reading { () throws(ObjectFileError) in try FileKind(of: bytes) }
        switch kind {
        case .fat:
            let file = try reading { () throws(ObjectFileError) in try FatFile(bytes) }
            for slice in file.slices where isWanted(.machO(slice.architecture)) { try take(slice.bytes, path) }
        case .archive: try takeMembers(of: try reading { () throws(ObjectFileError) in try Archive(bytes) }, path)
        case .object, .bitcode, .textStub:
            try add(bytes, name: Self.lastName(path), label: path, System.origin(of: path))
        }
    }

    private mutating func takeMembers(of archive: Archive, _ path: String) throws(LibtoolError) {
        // A thin archive's paths are relative to its folder.
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        for member in archive.members {
            let label = "\(path)(\(member.name))"
            if archive.flavor == .thin {
                let file = member.name.hasPrefix("/") ? member.name : folder + member.name
                let bytes = try reading { () throws(ObjectFileError) in try open(file) }
                opened += 1
                try add(bytes, name: Self.lastName(member.name), label: label, System.origin(of: file))
            } else {
                let origin = NewArchiveMember.Origin(
                    mode: member.mode, owner: member.owner, group: member.group, time: member.time)
                try add(member.bytes, name: member.name, label: label, origin)
            }
        }
    }

    private mutating func add(
        _ bytes: ByteView, name: String, label: String, _ origin: NewArchiveMember.Origin?
    ) throws(LibtoolError) {
        let kind = try reading(label) { () throws(ObjectFileError) in try FileKind(of: bytes) }
        guard case .object = kind else { throw .notAnObject(file: label, kind: kind.description) }
        let object = try reading { () throws(ObjectFileError) in try ObjectFile(bytes) }
        let use = LibtoolMember.Use(object)
        guard isWanted(use), try isLinkable(object, label) else { return }
        var member = try reading { () throws(ObjectFileError) in try NewArchiveMember(name: name, object: object) }
        if options.keepsOrigins { member.origin = origin }
        if options.warnsOfNoSymbols, member.symbols.isEmpty {
            let hasOwn = try reading { () throws(ObjectFileError) in try !object.symbols().isEmpty }
            if !hasOwn { warnings.append("`\(label)` has no symbols for \(use.words)") }
        }
        members.append(LibtoolMember(label: label, use: use, member: member))
    }

    private func isWanted(_ use: LibtoolMember.Use) -> Bool {
        guard let wanted = options.architecture else { return true }
        guard case .machO(let architecture) = use else { return false }
        return architecture.isSame(as: wanted)
    }

    /// Returns whether an object can be linked. Dynamic libraries are left out with a warning, as by Apple's libtool;
    /// programs are refused.
    private mutating func isLinkable(_ object: ObjectFile, _ label: String) throws(LibtoolError) -> Bool {
        let kind: ObjectKind
        switch object {
        case .machO(let file): kind = file.kind
        case .elf(let file): kind = file.kind
        case .coff, .coffImport, .wasm: kind = .object
        }
        switch kind {
        case .object: return true
        case .dynamicLibrary:
            warnings.append("`\(label)` is a dynamic library and is left out")
            return false
        case .executable, .bundle, .importObject, .other:
            throw .notAnObject(file: label, kind: "a file of kind \(kind.rawValue)")
        }
    }

    /// Returns the archive of all members; a fat one if they are for several of Apple's processors.
    func library() throws(LibtoolError) -> [OutputPiece] {
        let uses = try uses()
        guard uses.count > 1 else { return try archive(of: uses[0]).pieces() }
        var sources: [FatSource] = []
        for architecture in Self.slices(of: uses) {
            var source = FatSource(
                architecture: architecture, alignment: architecture.type.archiveAlignment,
                bytes: ByteView([], name: options.output))
            source.assembled = try archive(of: .machO(architecture)).pieces()
            sources.append(source)
        }
        return try reading { () throws(ObjectFileError) in try FatLayout(sources).pieces() }
    }

    /// Returns the slices sorted by the number of the processor, for any order of the inputs. `FatOrder` sorts them
    /// again; this order decides its ties. As in llvm-libtool-darwin, families whose subtypes are not compared come
    /// first.
    private static func slices(of uses: [LibtoolMember.Use]) -> [MachOArchitecture] {
        let all = uses.compactMap { use -> MachOArchitecture? in
            guard case .machO(let architecture) = use else { return nil }
            return architecture
        }
        func number(_ architecture: MachOArchitecture) -> UInt64 {
            let type = UInt64(architecture.type.rawValue)
            let hasMembers = [.arm, .arm64, .arm64_32, .x86_64].contains(architecture.type)
            return hasMembers ? type << 32 | UInt64(architecture.subtype) : type
        }
        return all.sorted { number($0) < number($1) }
    }

    private func archive(of use: LibtoolMember.Use) throws(LibtoolError) -> ArchiveLayout {
        let own = members.filter { $0.use == use }.map(\.member)
        return try reading { () throws(ObjectFileError) in
            var layout = try ArchiveLayout(own, style: use.style(isSorted: options.isSorted))
            // Apple's linkers treat a table that is older than its archive as outdated.
            if options.keepsOrigins { layout.time = System.now }
            return layout
        }
    }

    /// Returns the uses of the members, in the order of their first occurrence. Only Apple's processors can be
    /// combined.
    private func uses() throws(LibtoolError) -> [LibtoolMember.Use] {
        guard let first = members.first else {
            throw options.architecture.map { .nothingFor(architecture: $0.name) } ?? .nothing
        }
        var uses = [first.use]
        for member in members where !uses.contains(member.use) {
            guard case .machO = first.use, case .machO = member.use else {
                throw .mixed(
                    first: first.label, firstKind: first.use.words, second: member.label,
                    secondKind: member.use.words)
            }
            uses.append(member.use)
        }
        return uses
    }

    private static func lastName(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

    /// Opens a file. It stays open for the kernel to copy from, unless too many files are open already.
    private func open(_ path: String) throws(ObjectFileError) -> ByteView {
        opened < 256 ? try ByteView(copyingFrom: path) : try ByteView(path: path)
    }

    /// Returns the result of `body`; reports data of unknown format as an input that cannot be in a library.
    private func reading<Value>(
        _ label: String? = nil, _ body: () throws(ObjectFileError) -> Value
    ) throws(LibtoolError) -> Value {
        do throws(ObjectFileError) {
            return try body()
        } catch {
            guard error.fault == .unknownFormat else { throw .file(error) }
            throw .notAnObject(file: label ?? error.file, kind: "a file that is not an object")
        }
    }
}
