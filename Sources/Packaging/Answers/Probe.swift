/// The result of one check of a configure run.
struct Probe: Hashable, Sendable {
    /// The check by the name that the build system uses: a cache variable, or the words of the log.
    var name: String
    /// The result as the log has it: `yes`, `8`, an empty text.
    var answer: String
    /// The function whose existence was checked; nil for every other kind of check.
    var function: Function?

    struct Function: Hashable, Sendable {
        var name: String
        var exists: Bool
        /// Whether the check also accepts a macro of a header.
        var maybeMacro = false
    }

    init(_ name: some StringProtocol, answer: some StringProtocol, function: Function? = nil) {
        self.name = String(name)
        self.answer = String(answer)
        self.function = function
    }
}

/// A compiler or linker that a log shows.
struct ProbedTool: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable, Codable {
        case compiler, linker
    }

    var kind: Kind
    /// The path or name by which it was called or reported an error.
    var name: String
    /// The word of its error by which the objects are for another machine; nil if it reported no such error.
    var mismatch: String?

    /// Nil for a line of another kind: `compiler PATH`, `linker PATH` or `linker PATH: WORD`.
    init?(_ line: Substring) {
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let kind = Kind(rawValue: String(words[0])) else { return nil }
        self.kind = kind
        let parts = words[1].split(separator: ": ", maxSplits: 1)
        name = String(parts.first ?? "")
        mismatch = parts.count == 2 ? String(parts[1]) : nil
    }
}
