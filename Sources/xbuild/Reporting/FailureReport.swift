import Actions
import Engine

/// The report of a failed action: the first error, not the last.
///
/// It is computed from excerpts: the caller reads the log and, for a configure run, config.log.
struct FailureReport {
    var label: StepLabel
    var failure: StepFailure
    /// The output of the action.
    var log = LogExcerpt()
    /// autoconf's own log, if the build folder holds one.
    var configLog: ConfigLogExcerpt?

    /// The lines to print.
    var lines: [String] {
        var result = ["error: \(label.words) \(failure.reason)"]
        result += excerpt.map { "  " + LiveView.plain($0) }
        if let path = failure.logPath { result.append("log: \(path)") }
        if let folder = failure.workFolder { result.append("build folder kept: \(folder)") }
        return result + (hint.map { ["hint: \($0)"] } ?? [])
    }

    private var hint: String? {
        if case .timedOut = failure.reason { return "`--timeout` gives actions more time" }
        if case .undeclaredTools = failure.reason {
            return "give the build the toolchain's program, such as `${LD}`; list `build-cc` in the recipe's `tools:` "
                + "for programs that the build runs, or the program itself"
        }
        if case .fetchPart = label.name.identity.kind {
            return "if the index no longer has the file, `xbuild toolchains update` pins the newest one; "
                + "`XBUILD_MIRROR` names a folder with such files"
        }
        return nil
    }

    /// The log line with the cause of the failure; nil when the action wrote nothing.
    var cause: String? {
        // configure prints the folder in which it stopped before it prints the cause.
        let first = log.errors.first { !$0.hasPrefix("configure: error: in ") }
        return (first ?? log.end.last { !$0.hasPrefix("make") } ?? log.end.last).map(LiveView.plain)
    }

    private var excerpt: [String] {
        if log.isOfConfigure, let configLog { return configLog.lines }
        // Every output line of a built-in action is an error.
        let faults = failure.reason == .reported ? allErrors : firstFault
        // The last output line of a build script names the step that failed.
        return faults + (log.step.map { [$0] } ?? [])
    }

    private var firstFault: [String] {
        guard let first = log.firstError.first else { return Array(log.end.suffix(5)) }
        // The cause of a failed test is at the end, after the test's output.
        if first.hasPrefix(LogExcerpt.failedTest) { return [first, "…"] + log.end }
        return log.firstError
    }

    private var allErrors: [String] {
        let rest = log.errorCount - log.errors.count
        return log.errors + (rest > 0 ? ["and \(rest) more"] : [])
    }
}
