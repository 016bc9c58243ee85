import Actions
import Engine
import Machine
import Store
import SystemPackage

/// Prints a `FailureReport` for each failure, with texts from logs.
struct FailureReporter {
    /// The store with the logs.
    let store: DiskStore
    let host: Host

    func report(_ outcome: RunOutcome, of plan: Plan) {
        for report in reports(outcome, of: plan) { host.talk(report.lines.joined(separator: "\n") + "\n") }
    }

    /// Returns the first failure in one line: the step, and its first error.
    func firstReason(_ outcome: RunOutcome, of plan: Plan) -> String {
        guard let report = reports(outcome, of: plan).first else { return "cancelled" }
        let step = report.label.words + " \(report.failure.reason)"
        return ([step] + [report.cause].compactMap { $0 }).joined(separator: ": ")
    }

    /// Returns the path of a failed step's log: in the kept build folder if it still exists, else a blob in the store;
    /// nil if there is no log.
    func logPath(of failure: StepFailure) -> String? {
        [failure.logPath, failure.log.map { store.path(of: $0).string }].compactMap(\.self)
            .first(where: FileSystem.exists)
    }

    private func reports(_ outcome: RunOutcome, of plan: Plan) -> [FailureReport] {
        outcome.failures.map { id, failure in
            var failure = failure
            let step = plan[id]
            failure.logPath = logPath(of: failure)
            let label = StepLabel(step: id, name: TitledStep(step.identity, in: host.wording))
            var report = FailureReport(label: label, failure: failure, configLog: configLog(of: failure))
            if let path = failure.logPath { _ = Self.read(path) { report.log.add($0) } }
            return report
        }
    }

    /// Returns an excerpt of autoconf's log; nil if there is none in the kept build folder.
    private func configLog(of failure: StepFailure) -> ConfigLogExcerpt? {
        guard let folder = failure.workFolder else { return nil }
        for path in ["root/build/config.log", "build/config.log"] {
            var excerpt = ConfigLogExcerpt()
            if Self.read(folder + "/" + path, line: { excerpt.add($0) }) { return excerpt }
        }
        return nil
    }

    /// Calls `take` with every line of a file of any size; returns false if there is no file.
    private static func read(_ path: String, line take: (String) -> Void) -> Bool {
        // The file in the action's folder may be a link to a device, or a pipe.
        guard (try? FileStatus.of(path))?.kind == .file, let file = try? OpenFile.reading(path) else { return false }
        var log = LogTail(file.fileDescriptor)
        while let lines = log.nextLines() { lines.forEach(take) }
        log.rest().forEach(take)
        return true
    }
}

extension RunOutcome {
    /// The failed steps, in the order of the plan.
    var failures: [(step: StepID, failure: StepFailure)] {
        results.compactMap { id, result in
            if case .failed(let failure) = result { (step: id, failure: failure) } else { nil }
        }.sorted { $0.step < $1.step }
    }
}
