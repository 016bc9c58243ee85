import Engine

/// What a person needs to see of a failed action: the first thing that went wrong, not the last.
///
/// A pure function of the texts; whoever calls it has read the log and, for a configure run, config.log.
struct FailureReport {
    var label: StepLabel
    var failure: StepFailure
    /// What the action wrote.
    var log: String
    /// autoconf's own log, where the build folder holds one.
    var configLog: String?

    /// The lines to print.
    var lines: [String] {
        var result = ["error: \(label.words) \(failure.reason)"]
        result += excerpt.map { "  " + $0 }
        if let path = failure.logPath { result.append("log: \(path)") }
        if let folder = failure.workFolder { result.append("build folder kept: \(folder)") }
        return result
    }

    private var excerpt: [String] {
        let all = log.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if all.contains(where: { $0.hasPrefix("configure: error:") }), let configLog {
            return Self.failingTest(of: configLog)
        }
        // A built-in action says everything that is wrong, and each line counts.
        if failure.reason == .reported { return Self.allErrors(in: all) }
        return Self.firstError(in: all) ?? Array(all.filter { !$0.isEmpty }.suffix(5))
    }

    private static let errorsShown = 20

    private static func allErrors(in lines: [String]) -> [String] {
        let errors = lines.filter(isError)
        let rest = errors.count - errorsShown
        return errors.prefix(errorsShown) + (rest > 0 ? ["and \(rest) more"] : [])
    }

    /// The first line that a compiler, linker or configure calls an error, with the source lines that it shows.
    static func firstError(in lines: [String]) -> [String]? {
        guard let first = lines.firstIndex(where: isError) else { return nil }
        let rest = lines[(first + 1)...].prefix { $0.hasPrefix(" ") || $0.hasPrefix(">>>") || $0.hasPrefix("hint:") }
        return [lines[first]] + rest.prefix(4)
    }

    private static let marks = [
        ": error: ", ": fatal error: ", "undefined reference to", ": command not found", "No rule to make target",
        ": not found",
    ]

    private static func isError(_ line: String) -> Bool {
        // configure's questions quote words such as `not found` as answers.
        if line.hasPrefix("checking ") { return false }
        return line.hasPrefix("error: ") || line.hasPrefix("Error: ") || line.hasPrefix("configure: error: ")
            || marks.contains { line.contains($0) }
    }

    /// The test after which configure gave up: its question, the command, the compiler's words, and the verdict.
    ///
    /// config.log's form is autoconf's: `configure:LINE: checking …`, `configure:LINE: COMMAND >&5`, output, then the
    /// program as `| …`, then `configure:LINE: error: …`.
    static func failingTest(of configLog: String) -> [String] {
        let lines = configLog.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let verdict = lines.firstIndex(where: { isConfigureLine($0) && $0.contains(": error: ") }) else {
            return []
        }
        let question = lines[..<verdict].lastIndex { isConfigureLine($0) && $0.contains(": checking ") } ?? verdict
        let test = lines[question..<verdict].filter { !$0.hasPrefix("|") && !$0.isEmpty }
        let shown = test.count > 12 ? Array(test.prefix(6)) + ["…"] + Array(test.suffix(5)) : Array(test)
        return shown + [lines[verdict]]
    }

    private static func isConfigureLine(_ line: String) -> Bool { line.hasPrefix("configure:") }
}
