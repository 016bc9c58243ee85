import Basics

// One walk, two writers: what makes an action's key is named here and nowhere else. `ActionEncoder` makes the messages,
// whose digest is the key; `ActionDescription.Writer` makes the listing that explains it. A field that is added to the
// walk is in both, or neither compiles.

/// What takes in everything that makes an action's key, in a fixed order.
protocol ActionWriter {
    /// The words of the command line, in order.
    mutating func argument(_ word: String)
    /// The environment, sorted by name.
    mutating func variable(_ name: String, _ value: String)
    /// The output paths, sorted.
    mutating func output(_ path: RelativePath)
    /// The platform properties, sorted by name.
    mutating func property(_ name: String, _ value: String)
    /// Only when there is a limit.
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
    /// The pairs in the order of their names' UTF-8 bytes, which the API asks for. Swift's own order of strings is that
    /// of their Unicode normal form.
    var sortedByBytes: [(key: String, value: String)] { sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } }
}

extension [RelativePath] {
    /// The paths in the order of their UTF-8 bytes, none twice.
    var sortedByBytes: [RelativePath] {
        Set(self).sorted { $0.string.utf8.lexicographicallyPrecedes($1.string.utf8) }
    }
}
