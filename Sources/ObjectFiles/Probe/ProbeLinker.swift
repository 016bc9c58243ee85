/// Links without generating code: loads files in the order of the command line, loads archive members as a linker
/// would, and finds the undefined symbols.
///
/// As in lld, the first library on the command line that has a symbol provides it, archive or dynamic library;
/// definitions of objects take precedence over both.
struct ProbeLinker {
    let options: ProbeOptions
    let search: ProbeSearch
    let architecture: MachOArchitecture
    var symbols = ProbeSymbols()
    private(set) var messages: [ProbeMessage] = []
    /// Messages about missing libraries that objects request. As in lld, they are printed only if the link fails.
    private(set) var absentAutoLinks: [String] = []
    // The next three lists are in the order of the command line.
    var providers: [Provider] = []
    var archives: [ProbeArchive] = []
    var objects: [ProbeObject] = []
    /// The pending work, the last item first.
    var work: [Work] = []
    var loaded: Set<String> = []
    /// The object files of the command line.
    var contents: [ByteView] = []
    private var autoLinks: [[String]] = []

    /// A provider of symbols.
    enum Provider {
        /// The index of the archive.
        case archive(Int)
        case object(Int)
        case library(ProbeLibrary)
    }

    init(_ options: ProbeOptions, _ architecture: MachOArchitecture) {
        self.options = options
        self.architecture = architecture
        search = ProbeSearch(options)
    }

    /// Loads all inputs, then the libraries that they request.
    mutating func link() {
        for error in options.errors { fail(error) }
        for warning in options.warnings { warn(warning) }
        for folder in ProbeSearch.absentFolders(options) { warn("directory not found for option \(folder)") }
        for (name, reason) in requirements { _ = symbols.refer(to: name, by: reason) }
        for input in options.inputs { take(input) }
        for (name, alias) in options.aliases { addAlias(alias, of: name) }
        for name in options.exportedNames where symbols.isHidden(name) {
            warn("cannot export hidden symbol \(name)")
        }
        takeAutoLinks()
    }

    /// The required symbols, and the reason for each; they are added before any file is read.
    private var requirements: [(name: String, by: String)] {
        let entry = options.kind == .execute ? [(options.entry ?? "_main", "the entry point")] : []
        return entry + options.required + options.exportedNames.map { ($0, "-exported_symbol(s_list)") }
    }

    /// Adds an alias. As in lld, its symbol must already be defined by the link.
    private mutating func addAlias(_ alias: String, of name: String) {
        switch symbols[name] {
        case .defined(let definition): symbols.define(alias, definition)
        case .none where offer(of: name) == nil: warn("undefined base symbol '\(name)' for alias '\(alias)'\n")
        case .none, .undefined, .common, .provided: fail("cannot alias `\(name)`, which nothing defines yet")
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

    /// Loads the libraries that objects request (LC_LINKER_OPTION), then those that newly loaded objects request, and
    /// so on. As in lld, each round loads frameworks first, sorts each kind by name, and skips missing libraries.
    private mutating func takeAutoLinks() {
        while !autoLinks.isEmpty {
            let round = options.ignoresAutoLink ? [] : autoLinks
            autoLinks = []
            let frameworks = round.filter { $0.count == 2 && $0[0] == "-framework" }.map { $0[1] }
            let libraries = round.filter { $0.count == 1 && $0[0].hasPrefix("-l") }.map { String($0[0].dropFirst(2)) }
            for name in Set(frameworks).sorted() {
                autoLoad(search.framework(name), "auto-linked framework not found for -framework \(name)")
            }
            for name in Set(libraries).sorted() {
                autoLoad(search.library(name), "auto-linked library not found for -l\(name)")
            }
        }
    }

    private mutating func autoLoad(_ path: String?, _ absent: String) {
        if let path { load(path, .auto) } else { absentAutoLinks.append(absent) }
    }

    /// Adds an object's definitions at once, and its references, in the order of its table, when `finish` is called.
    mutating func take(_ file: MachOFile, _ label: String) throws(ObjectFileError) {
        var references: [String] = []
        for symbol in try file.symbols() where symbol.isExternal {
            switch symbol.definition {
            case .defined:
                let isWeak = symbol.binding == .weak
                symbols.define(symbol.name, .init(by: label, isWeak: isWeak, isHidden: symbol.isHidden))
            case .common: symbols.defineCommon(symbol.name)
            case .undefined: references.append(symbol.name)
            }
        }
        autoLinks += try file.linkerOptions()
        work.append(.references(references, by: label, next: 0))
    }

    mutating func addLibrary(_ library: ProbeLibrary) {
        providers.append(.library(library))
        for name in symbols.openNames() {
            guard let strength = library.strength(of: name, minimum: options.minimumVersion) else { continue }
            if symbols.isUndefined(name) || strength == .strong { symbols.provide(name, isWeak: strength == .weak) }
        }
    }

    mutating func fail(_ text: String) { messages.append(ProbeMessage(isError: true, text: text)) }

    mutating func warn(_ text: String) {
        messages.append(ProbeMessage(isError: options.areWarningsFatal, text: text))
    }

    /// Reports a wrong architecture as a warning; with `-arch_errors_fatal`, as an error.
    mutating func report(_ text: String) {
        if options.isArchitectureFatal { fail(text) } else { warn(text) }
    }
}

/// A message of the link.
struct ProbeMessage: Hashable {
    var isError: Bool
    var text: String
}
