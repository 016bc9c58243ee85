/// Links without making code: takes files in the order of the line, pulls archive members in as a linker would, and knows
/// at the end which symbols nobody defines.
///
/// As in lld the first of the line's libraries that has a symbol provides it, archive or dynamic library; what an object
/// defines goes before both.
struct ProbeLinker {
    private let options: ProbeOptions
    private let search: ProbeSearch
    private let architecture: MachOArchitecture
    private(set) var symbols = ProbeSymbols()
    private(set) var messages: [ProbeMessage] = []
    /// Libraries that objects ask for and that are not there: told only when the link fails, as lld does.
    private(set) var absentAutoLinks: [String] = []
    // In the order of the line.
    private var providers: [Provider] = []
    private var pulls: [(archive: Int, offset: Int)] = []
    private var loaded: Set<String> = []
    private var autoLinks: [[String]] = []

    /// Something that has symbols for those who ask.
    private enum Provider {
        case archive(ProbeArchive)
        case library(ProbeLibrary)
    }

    init(_ options: ProbeOptions, _ architecture: MachOArchitecture) {
        self.options = options
        self.architecture = architecture
        search = ProbeSearch(options)
    }

    /// Takes all inputs, then what they ask for by themselves.
    mutating func link() {
        for warning in options.warnings { warn(warning) }
        for folder in ProbeSearch.absentFolders(options) { warn("directory not found for option \(folder)") }
        if options.kind == .execute { refer(to: options.entry ?? "_main", by: "the entry point") }
        for (name, asker) in options.required { refer(to: name, by: asker) }
        for input in options.inputs { take(input) }
        if !options.ignoresAutoLink { takeAutoLinks() }
        for (name, alias) in options.aliases {
            if let state = symbols[name], state != .provided, !symbols.isUndefined(name) {
                symbols.define(alias, by: "-alias", isWeak: false)
            }
        }
    }

    private mutating func take(_ input: ProbeOptions.Input) {
        switch input {
        case .file(let path, let loading): load(path, loading)
        case .library(let name, let loading):
            guard let path = search.library(name) else { return fail("library not found for -l\(name)") }
            load(path, loading)
        case .framework(let name):
            guard let path = search.framework(name) else { return fail("framework not found for -framework \(name)") }
            load(path, .normal)
        }
    }

    /// Libraries that objects name (LC_LINKER_OPTION); those that are not there are passed over, as lld does.
    private mutating func takeAutoLinks() {
        var next = 0
        while next < autoLinks.count {
            let words = autoLinks[next]
            next += 1
            if words.count == 2, words[0] == "-framework" {
                autoLoad(search.framework(words[1]), "framework not found for -framework \(words[1])")
            } else if words.count == 1, words[0].hasPrefix("-l") {
                let name = String(words[0].dropFirst(2))
                autoLoad(search.library(name), "library not found for -l\(name)")
            }
        }
    }

    private mutating func autoLoad(_ path: String?, _ absent: String) {
        if let path { load(path, .normal) } else { absentAutoLinks.append(absent) }
    }

    // MARK: Files

    private mutating func load(_ path: String, _ loading: ProbeOptions.Input.Loading) {
        do throws(ObjectFileError) {
            guard System.exists(path) else { return fail("cannot open \(path): No such file or directory") }
            guard let bytes = try slice(of: ByteView(path: path)) else { return }
            try load(bytes, path, loading)
            try pullMembers()
        } catch {
            if error.fault == .unknownFormat { fail("\(path): unhandled file type") } else { fail("\(error)") }
        }
    }

    /// The part of a file that is for our architecture; nil, with a warning, when a fat file has none.
    private mutating func slice(of bytes: ByteView) throws(ObjectFileError) -> ByteView? {
        guard try FileKind(of: bytes) == .fat else { return bytes }
        let file = try FatFile(bytes)
        if let slice = file.slice(for: architecture) { return slice.bytes }
        let present = file.slices.map(\.architecture.name).joined(separator: ",")
        complain(
            "\(bytes.name): ignoring file because it is universal (\(present)) but does not contain the "
                + "\(architecture.name) architecture")
        return nil
    }

    private mutating func load(
        _ bytes: ByteView, _ path: String, _ loading: ProbeOptions.Input.Loading
    ) throws(ObjectFileError) {
        switch try FileKind(of: bytes) {
        case .archive:
            // The same library twice changes nothing.
            if loading == .normal, !loaded.insert(path).inserted { return }
            try load(try Archive(bytes), path, loading)
        case .textStub:
            guard loaded.insert(path).inserted else { return }
            try load(try TextStub(bytes), path)
        case .object(.machO): try load(try MachOFile(bytes), path)
        case .object(.elf), .object(.coff), .object(.wasm), .bitcode, .fat: fail("\(path): unhandled file type")
        }
    }

    private mutating func load(_ file: MachOFile, _ label: String) throws(ObjectFileError) {
        guard isCompatible(file, label), try isForPlatform(file, label) else { return }
        switch file.kind {
        case .object: try take(file, label)
        case .dynamicLibrary, .executable, .bundle: addLibrary(try ProbeLibrary(file))
        case .other: fail("\(label): unhandled file type")
        }
    }

    private mutating func isCompatible(_ file: MachOFile, _ label: String) -> Bool {
        if file.architecture.isSame(as: architecture) { return true }
        complain(
            "\(label) has architecture \(file.architecture.name) which is incompatible with target architecture "
                + architecture.name)
        return false
    }

    /// Whether a file is for our platform, devices and simulators being one.
    private mutating func isForPlatform(_ file: MachOFile, _ label: String) throws(ObjectFileError) -> Bool {
        guard let platform = options.platform, let first = try file.buildVersion() else { return true }
        if let own = try file.buildVersions().first(where: { $0.platform.ofDevice == platform.ofDevice }) {
            if own.minimum > options.minimumVersion {
                warn(
                    "\(label) has version \(own.minimum), which is newer than target minimum of "
                        + "\(options.minimumVersion)")
            }
            return true
        }
        fail("\(label) has platform \(first.platform), which is different from target platform \(platform)")
        return false
    }

    private mutating func load(_ stub: TextStub, _ path: String) throws(ObjectFileError) {
        guard stub.supports(options.target) else {
            let installName = stub.documents.first?.installName ?? ""
            return fail("\(path)(\(installName)) is incompatible with \(options.target)")
        }
        var library = ProbeLibrary(stub, target: options.target)
        for name in library.missing {
            guard let found = search.installed(name), loaded.insert(found).inserted else { continue }
            let bytes = try ByteView(path: found)
            if try FileKind(of: bytes) == .textStub {
                library.reexported.append(ProbeLibrary(try TextStub(bytes), target: options.target))
            } else if let bytes = try slice(of: bytes) {
                library.reexported.append(try ProbeLibrary(try MachOFile(bytes)))
            }
        }
        addLibrary(library)
    }

    private mutating func load(
        _ archive: Archive, _ path: String, _ loading: ProbeOptions.Input.Loading
    ) throws(ObjectFileError) {
        guard let held = try ProbeArchive(archive, path) else {
            return fail("\(path): archive has no index; run ranlib to add one")
        }
        providers.append(.archive(held))
        let number = providers.count - 1
        for member in archive.members where try isForced(member, loading) {
            pulls.append((number, member.headerOffset))
        }
        try pullMembers()
        for name in symbols.undefinedNames() {
            if let offset = held.offsets[name] { pulls.append((number, offset)) }
        }
    }

    private func isForced(
        _ member: ArchiveMember, _ loading: ProbeOptions.Input.Loading
    ) throws(ObjectFileError) -> Bool {
        if loading == .forced || options.loadsAllMembers { return true }
        guard options.loadsObjectiveC, try FileKind(of: member.bytes) == .object(.machO) else { return false }
        return try MachOFile(member.bytes).sections().contains {
            ["__objc_catlist", "__objc_classlist"].contains($0.name) || $0.segment == "__swift"
        }
    }

    // MARK: Symbols

    private mutating func take(_ file: MachOFile, _ label: String) throws(ObjectFileError) {
        for symbol in try file.symbols() where symbol.isExternal {
            switch symbol.definition {
            case .defined: symbols.define(symbol.name, by: label, isWeak: symbol.binding == .weak)
            case .common: symbols.defineCommon(symbol.name)
            case .undefined: refer(to: symbol.name, by: label)
            }
        }
        autoLinks += try file.linkerOptions()
    }

    private mutating func refer(to name: String, by label: String) {
        guard symbols.refer(to: name, by: label) else { return }
        for (number, provider) in providers.enumerated() {
            switch provider {
            case .archive(let archive):
                guard let offset = archive.offsets[name] else { continue }
                return pulls.append((number, offset))
            case .library(let library):
                guard library.provides(name, minimum: options.minimumVersion) else { continue }
                return symbols.provide(name)
            }
        }
    }

    private mutating func addLibrary(_ library: ProbeLibrary) {
        providers.append(.library(library))
        for name in symbols.undefinedNames() where library.provides(name, minimum: options.minimumVersion) {
            symbols.provide(name)
        }
    }

    /// Loads the members that are waited for, and those that they make one wait for.
    private mutating func pullMembers() throws(ObjectFileError) {
        while let (number, offset) = pulls.popLast() {
            guard case .archive(var archive) = providers[number], let member = archive.take(offset) else { continue }
            providers[number] = .archive(archive)
            let label = "\(archive.path)(\(member.name))"
            let kind = try FileKind(of: member.bytes)
            guard kind == .object(.machO) else {
                fail("\(label): unhandled file type")
                continue
            }
            try load(try MachOFile(member.bytes), label)
        }
    }

    // MARK: Messages

    mutating func fail(_ text: String) { messages.append(ProbeMessage(isError: true, text: text)) }

    private mutating func warn(_ text: String) {
        messages.append(ProbeMessage(isError: options.areWarningsFatal, text: text))
    }

    /// Warns of an architecture, or fails when the line says so.
    private mutating func complain(_ text: String) {
        if options.isArchitectureFatal { fail(text) } else { warn(text) }
    }
}

/// Something to tell.
struct ProbeMessage: Hashable {
    var isError: Bool
    var text: String
}

extension ObjectPlatform {
    /// The device that a simulator stands for.
    fileprivate var ofDevice: ObjectPlatform {
        switch self {
        case .iOSSimulator: .iOS
        case .tvOSSimulator: .tvOS
        case .watchOSSimulator: .watchOS
        case .visionOSSimulator: .visionOS
        default: self  // An open set: the others are devices.
        }
    }
}
