/// The symbols of a link so far: who defines what and who asks for it. Knows nothing of files; says which names are to be
/// looked for in libraries.
struct ProbeSymbols {
    enum State: Hashable {
        /// Asked for, by these.
        case undefined(by: [String])
        /// A tentative definition.
        case common
        case defined(by: String, isWeak: Bool)
        /// A dynamic library has it.
        case provided
    }

    struct Duplicate: Hashable {
        var name: String
        var first: String
        var second: String
    }

    private(set) var states: [String: State] = [:]
    private(set) var duplicates: [Duplicate] = []
    /// Names without a definition, in the order in which they came up; some may have got one since.
    private(set) var wanted: [String] = []

    subscript(name: String) -> State? { states[name] }

    func isUndefined(_ name: String) -> Bool {
        guard case .undefined = states[name] else { return false }
        return true
    }

    /// Asks for a symbol; true when nothing was known of it before.
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

    mutating func define(_ name: String, by file: String, isWeak: Bool) {
        switch states[name] {
        case .defined(let first, let firstIsWeak):
            if isWeak { return }
            if !firstIsWeak { duplicates.append(Duplicate(name: name, first: first, second: file)) }
            states[name] = .defined(by: file, isWeak: false)
        case .none, .undefined, .common, .provided: states[name] = .defined(by: file, isWeak: isWeak)
        }
    }

    mutating func defineCommon(_ name: String) {
        switch states[name] {
        case .defined: return
        case .none, .undefined, .common, .provided: states[name] = .common
        }
    }

    mutating func provide(_ name: String) { states[name] = .provided }

    /// Names that have no definition now.
    mutating func undefinedNames() -> [String] {
        wanted = wanted.filter(isUndefined)
        return wanted
    }

    /// Names that the output defines, sorted.
    var definedNames: [String] {
        states.filter { entry in
            switch entry.value {
            case .defined, .common: true
            case .undefined, .provided: false
            }
        }.keys.sorted()
    }
}
