/// The symbols of a link so far, with their definitions and references. This type reads no files; it determines the
/// names to search in libraries.
struct ProbeSymbols {
    enum State: Hashable {
        /// Referenced by these files.
        case undefined(by: [String])
        /// A tentative definition.
        case common
        case defined(Definition)
        /// A dynamic library provides the symbol. A later definition replaces a weak one.
        case provided(isWeak: Bool)
    }

    struct Definition: Hashable {
        /// The file that defines the symbol.
        var by: String
        var isWeak: Bool
        /// Whether the symbol is invisible outside the linked file.
        var isHidden: Bool
    }

    private(set) var states: [String: State] = [:]
    /// The symbols that two files define.
    private(set) var duplicates: [(name: String, first: String, second: String)] = []
    /// The names that were undefined at their first reference, in that order; some may have a definition by now.
    private(set) var wanted: [String] = []

    subscript(name: String) -> State? { states[name] }

    func isUndefined(_ name: String) -> Bool { if case .undefined = states[name] { true } else { false } }

    /// Returns whether a further definition of a name would be used: it is undefined, or a library defines it weakly.
    func isOpen(_ name: String) -> Bool {
        switch states[name] {
        case .undefined, .provided(isWeak: true): true
        case .none, .common, .defined, .provided(isWeak: false): false
        }
    }

    /// References a symbol; returns true if the symbol was unknown before.
    mutating func refer(to name: String, by file: String) -> Bool {
        switch states[name] {
        case .none:
            states[name] = .undefined(by: [file])
            wanted.append(name)
            return true
        case .undefined(let others):
            if others.count < 3, others.last != file { states[name] = .undefined(by: others + [file]) }
            return false
        case .common, .defined, .provided: return false
        }
    }

    mutating func define(_ name: String, _ definition: Definition) {
        switch states[name] {
        case .defined(var first):
            if definition.isWeak {
                guard first.isWeak else { return }
                first.isHidden = first.isHidden && definition.isHidden
                states[name] = .defined(first)
                return
            }
            if !first.isWeak { duplicates.append((name, first.by, definition.by)) }
            states[name] = .defined(definition)
        case .none, .undefined, .common, .provided: states[name] = .defined(definition)
        }
    }

    func isHidden(_ name: String) -> Bool {
        if case .defined(let definition) = states[name] { definition.isHidden } else { false }
    }

    mutating func defineCommon(_ name: String) {
        switch states[name] {
        case .defined: return
        case .none, .undefined, .common, .provided: states[name] = .common
        }
    }

    mutating func provide(_ name: String, isWeak: Bool) { states[name] = .provided(isWeak: isWeak) }

    /// Returns the names that a library could provide.
    mutating func openNames() -> [String] {
        wanted = wanted.filter(isOpen)
        return wanted
    }

    /// The names that the output defines, sorted.
    var definedNames: [String] {
        states.filter { entry in
            switch entry.value {
            case .defined, .common: true
            case .undefined, .provided: false
            }
        }.keys.sorted()
    }
}
