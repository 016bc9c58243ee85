/// Links without making code: takes files in the order of the line, pulls archive members in as a linker would, and knows
/// at the end which symbols nobody defines.
///
/// As in lld the first of the line's libraries that has a symbol provides it, archive or dynamic library; what an object
/// defines goes before both.
struct ProbeLinker {
    let options: ProbeOptions
    let search: ProbeSearch
    let architecture: MachOArchitecture
    var symbols = ProbeSymbols()
    private(set) var messages: [ProbeMessage] = []
    /// Libraries that objects ask for and that are not there: told only when the link fails, as lld does.
    private(set) var absentAutoLinks: [String] = []
    // In the order of the line.
    var providers: [Provider] = []
    var pulls: [(archive: Int, offset: Int)] = []
    var loaded: Set<String> = []
    private var autoLinks: [[String]] = []

    /// Something that has symbols for those who ask.
    enum Provider {
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

    mutating func take(_ file: MachOFile, _ label: String) throws(ObjectFileError) {
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

    mutating func addLibrary(_ library: ProbeLibrary) {
        providers.append(.library(library))
        for name in symbols.undefinedNames() where library.provides(name, minimum: options.minimumVersion) {
            symbols.provide(name)
        }
    }

    /// Loads the members that are waited for, and those that they make one wait for.
    mutating func pullMembers() throws(ObjectFileError) {
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

    mutating func fail(_ text: String) { messages.append(ProbeMessage(isError: true, text: text)) }

    mutating func warn(_ text: String) {
        messages.append(ProbeMessage(isError: options.areWarningsFatal, text: text))
    }

    /// Warns of an architecture, or fails when the line says so.
    mutating func complain(_ text: String) {
        if options.isArchitectureFatal { fail(text) } else { warn(text) }
    }
}

/// Something to tell.
struct ProbeMessage: Hashable {
    var isError: Bool
    var text: String
}
