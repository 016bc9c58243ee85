import Actions
import Basics
import Engine
import Foundation
import Store
import SystemPackage

/// Tells a person what failed: finds the texts that a `FailureReport` is made of, and prints it.
struct FailureTeller {
    let workshop: Workshop

    func tell(_ outcome: RunOutcome, of plan: Plan) {
        for (id, result) in outcome.results.sorted(by: { $0.key < $1.key }) {
            guard case .failed(var failure) = result else { continue }
            let step = plan[id]
            // A built-in action's log is a blob of the store.
            failure.logPath = failure.logPath ?? failure.log.map { workshop.store.path(of: $0).string }
            let label = StepLabel(step: id, title: step.title, target: step.target, package: step.package)
            let report = FailureReport(
                label: label, failure: failure, log: log(of: failure), configLog: configLog(of: failure))
            workshop.host.talk(report.lines.joined(separator: "\n") + "\n")
        }
    }

    private func log(of failure: StepFailure) -> String {
        if let digest = failure.log, let bytes = try? workshop.store.blob(digest) {
            return String(decoding: bytes, as: UTF8.self)
        }
        return failure.logPath.flatMap(text) ?? ""
    }

    /// autoconf's log, where the kept build folder has one.
    private func configLog(of failure: StepFailure) -> String? {
        guard let folder = failure.workFolder else { return nil }
        return ["root/build/config.log", "build/config.log"].lazy.compactMap { text(folder + "/" + $0) }.first
    }

    private func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
