import Basics

// Only this file lists the components of an action's key. Two writers receive them: `ActionEncoder` makes the messages,
// whose digest is the key; `ActionDescription` lists the components for people. A component that is added to the
// protocol must be added to both writers, or they do not compile.

/// Receives all components of an action's key, in a fixed order.
protocol ActionWriter {
    /// Receives the next word of the command line.
    mutating func argument(_ word: String)
    /// Receives the next environment variable; they are sorted by name.
    mutating func variable(_ name: String, _ value: String)
    /// Receives the next output path; they are sorted.
    mutating func output(_ path: RelativePath)
    /// Receives the next platform property; they are sorted by name.
    mutating func property(_ name: String, _ value: String)
    /// Receives the time limit; not called for an action without a limit.
    mutating func timeout(seconds: Int)
    mutating func inputs(_ root: Directory)
}

extension Action {
    func write(to writer: inout some ActionWriter) {
        for word in command.arguments { writer.argument(word) }
        for (name, value) in command.environment.sortedByBytes { writer.variable(name, value) }
        for path in command.outputPaths.sortedByBytes { writer.output(path) }
        for (name, value) in platform.sortedByBytes { writer.property(name, value) }
        if let timeout { writer.timeout(seconds: timeout) }
        writer.inputs(inputRoot)
    }
}

extension [String: String] {
    /// The pairs in the order of their names' UTF-8 bytes, which the API requires. Swift orders strings by their
    /// Unicode normal form instead.
    var sortedByBytes: [(key: String, value: String)] { sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } }
}

extension [RelativePath] {
    /// The paths in the order of their UTF-8 bytes, without duplicates.
    var sortedByBytes: [RelativePath] {
        Set(self).sorted { $0.string.utf8.lexicographicallyPrecedes($1.string.utf8) }
    }
}
