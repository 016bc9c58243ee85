import Actions
import Basics
import ObjectFiles
import Steps
import Targets

extension Audit: PackagingStep {
    /// Returns the message about a step that installed objects for another machine.
    static func foreignObjects(of installer: String) -> String {
        "\(installer) installed objects that are not for the target"
    }

    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        var report = AuditReport()
        for expectation in parameters.targets {
            let audit = TargetAudit(expectation: expectation, parameters: parameters, context: context)
            let part = try await audit.report()
            report.archives += part.archives
            report.faults += part.faults
            report.unlinked.formUnion(part.unlinked)
            report.calls += part.calls
        }
        report.faults += try await MergedAudit(targets: parameters.targets.map(\.target), context: context).faults()
        report.archives.forEach { context.say("\($0)") }
        report.faults.forEach { context.say("error: \($0)") }
        if let installer = parameters.installer, report.faults.contains(where: \.isAboutForeignObject) {
            context.say("error: \(foreignObjects(of: installer))")
        }
        report.unlinked.map(\.message).sorted().forEach(context.note)
        UnboundedCalls.warnings(report.calls).forEach { context.note("warning: \($0)") }
        let file = try await context.file(CanonicalJSON.document(of: report))
        return BuiltinOutcome(outputs: ["audit.json": file], failure: report.faults.isEmpty ? nil : .audit)
    }
}
