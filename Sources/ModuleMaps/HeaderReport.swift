import Basics

/// The results of `HeaderCheck`'s script for one target's headers, in the order of the report's lines.
///
/// Each header has one line: `ok PATH` (compiles alone), `after PATH: ERROR` (fails alone with that error, compiles
/// after all headers that were accepted before it), `fail PATH: ERROR` (fails in both cases). Paths are relative to
/// `include`.
public struct HeaderReport: Hashable, Sendable {
    /// The results in the order in which the script accepted headers: those that compile alone, then those that need
    /// others, then those that fail.
    public var findings: [Finding]

    public struct Finding: Hashable, Sendable {
        public var header: RelativePath
        public var verdict: Verdict
    }

    /// The text is the first error of compiling the header alone.
    public enum Verdict: Hashable, Sendable {
        case alone
        case afterOthers(String)
        case fails(String)
    }
}

extension HeaderReport {
    /// The headers that compile only after others, in an order in which a module map can list them.
    public var afterOthers: [RelativePath] {
        findings.compactMap { if case .afterOthers = $0.verdict { $0.header } else { nil } }
    }

    /// Reads a report.
    ///
    /// - Throws: an error with the first line that has none of the three forms, or no relative path.
    public init(parsing text: String) throws(HeaderReportError) {
        findings = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: true).enumerated() {
            guard let finding = Finding(line: line) else {
                throw HeaderReportError(line: index + 1, text: String(line.prefix(200)))
            }
            findings.append(finding)
        }
    }
}

extension HeaderReport.Finding {
    init?(line: Substring) {
        guard let space = line.firstIndex(of: " ") else { return nil }
        let (word, rest) = (line[..<space], line[line.index(after: space)...])
        if word == "ok" {
            guard let path = RelativePath(String(rest)) else { return nil }
            self.init(header: path, verdict: .alone)
            return
        }
        let end = rest.firstRange(of: ": ")
        guard let header = RelativePath(String(rest[..<(end?.lowerBound ?? rest.endIndex)])) else { return nil }
        let error = end.map { String(rest[$0.upperBound...]) } ?? ""
        switch word {
        case "after": self.init(header: header, verdict: .afterOthers(error))
        case "fail": self.init(header: header, verdict: .fails(error))
        default: return nil
        }
    }
}

/// A malformed line of a header report.
public struct HeaderReportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public var line: Int
    public var text: String

    public var description: String { "line \(line) is malformed: `\(text)`" }
}
