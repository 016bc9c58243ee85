import Engine

/// What a person needs to see of a failed action: the first thing that went wrong, not the last.
///
/// A pure function of what was taken from the texts; whoever calls it has read the log and, for a configure run,
/// config.log.
struct FailureReport {
    var label: StepLabel
    var failure: StepFailure
    /// What the action wrote.
    var log = LogExcerpt()
    /// autoconf's own log, where the build folder holds one.
    var configLog: ConfigLogExcerpt?

    /// The lines to print.
    var lines: [String] {
        var result = ["error: \(label.words) \(failure.reason)"]
        result += excerpt.map { "  " + LiveView.plain($0) }
        if let path = failure.logPath { result.append("log: \(path)") }
        if let folder = failure.workFolder { result.append("build folder kept: \(folder)") }
        if case .timedOut = failure.reason { result.append("hint: `--timeout` gives actions more time") }
        return result
    }

    /// The line that says why; nil when the action wrote nothing.
    var cause: String? {
        // autoconf says where it stopped before it says why.
        let said = log.errors.first { !$0.hasPrefix("configure: error: in ") }
        return (said ?? log.end.last { !$0.hasPrefix("make") } ?? log.end.last).map(LiveView.plain)
    }

    private var excerpt: [String] {
        if log.isOfConfigure, let configLog { return configLog.lines }
        // A built-in action says everything that is wrong, and each line counts.
        let faults = failure.reason == .reported ? allErrors : firstFault
        // A script of steps says at its end which one it was.
        return faults + (log.step.map { [$0] } ?? [])
    }

    private var firstFault: [String] {
        guard let first = log.firstError.first else { return Array(log.end.suffix(5)) }
        // Why a test failed stands below what it wrote, at the end.
        if first.hasPrefix(LogExcerpt.failedTest) { return [first, "…"] + log.end }
        return log.firstError
    }

    private var allErrors: [String] {
        let rest = log.errorCount - log.errors.count
        return log.errors + (rest > 0 ? ["and \(rest) more"] : [])
    }
}
