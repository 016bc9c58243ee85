import Actions
import Basics
import Steps
import Targets

extension CheckAnswers: PackagingStep {
    /// The advice about faults.
    public static let hint = "mend the check, or give the reason under `explained` in the recipe"

    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        var report = AnswersReport(targets: parameters.targets.map(\.expectation.target))
        var rows: [RelativePath: [String: [String: String]]] = [:]
        var faults: [AnswersReport.Fault] = []
        for probed in parameters.targets {
            var check = TargetAnswers(probed, context)
            let logs = try await check.logs()
            for log in logs {
                for probe in log.probes {
                    rows[log.listing, default: [:]][probe.name, default: [:]][probed.expectation.target.name] =
                        probe.answer
                }
            }
            faults += try await check.faults(in: logs)
        }
        for (log, checks) in rows.sorted(by: { $0.key < $1.key }) {
            report.rows += checks.sorted { $0.key < $1.key }.map { .init(log: log, check: $0, answers: $1) }
        }
        for fault in faults {
            var fault = fault
            fault.reason = parameters.explained[fault.subject]
            if fault.reason == nil { report.faults.append(fault) } else { report.explained.append(fault) }
        }
        let file = try await context.file(CanonicalJSON.document(of: report))
        let outcome = BuiltinOutcome(outputs: [outputs[0]: file])
        if report.faults.isEmpty || parameters.onlyReports == true { return outcome }
        report.faults.forEach { context.say("error: \($0)") }
        context.say("hint: \(hint)")
        return BuiltinOutcome(outputs: outcome.outputs, failure: .audit)
    }
}
