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
        /// The header for whose absence the check's program did not compile; nil if it compiled, or if the log does not
        /// say so.
        var missingHeader: String?
    }

    /// Returns the header in the line `no header PATH`, which stands for the error of a compiler; nil for other lines.
    static func missingHeader(in line: Substring) -> String? {
        line.hasPrefix("no header ") ? String(line.dropFirst("no header ".count)) : nil
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
    /// The triple in the arguments of a compiler; nil if there is none.
    var triple: String?
    /// The words of a linker's error by which the objects are for another machine; nil if it reported no such error.
    var mismatch: String?

    /// Nil for a line of another kind: `compiler PATH`, `compiler PATH TRIPLE`, `linker PATH` or `linker PATH: WORDS`.
    init?(_ line: Substring) {
        if let match = line.wholeMatch(of: /compiler (\S+)(?: (\S+))?/) {
            (kind, name, triple) = (.compiler, String(match.output.1), match.output.2.map(String.init))
        } else if let match = line.wholeMatch(of: /linker (\S+?)(?:: (.+))?/) {
            (kind, name, mismatch) = (.linker, String(match.output.1), match.output.2.map(String.init))
        } else {
            return nil
        }
    }
}
