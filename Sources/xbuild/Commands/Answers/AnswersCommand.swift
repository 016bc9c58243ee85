import Actions
import ArgumentParser
import Basics
import Engine
import Foundation
import Packaging
import Planning
import Steps
import Store

/// `xbuild answers`: shows what configure, CMake, Meson and scripts like zlib's found out about each target.
struct AnswersCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "answers", abstract: "Show what configure found out about each target, and what is wrong.",
        discussion: """
            Builds the recipes, unless the store has their results, and prints a table of the checks whose results \
            differ between the targets. The exit status is 5 if a result is wrong and the recipe does not explain it.

            """ + ExitStatus.help)

    @OptionGroup var arguments: BuildArguments

    @OptionGroup var remote: RemoteArguments

    @OptionGroup var running: RunArguments

    @Flag(help: "Print all checks, not only those whose results differ.")
    var all = false

    @Flag(help: "Print the results as JSON.")
    var json = false

    func run(on host: Host) async throws -> ExitStatus {
        let context = try BuildContext(host: host, store: arguments.store, remote: remote.request)
        try remote.check(running.sandbox)
        let (work, checks) = try await reports(in: context)
        let outcome = try await Build.leased(context, running.options(on: host), try running.recorder(host)) { build in
            let outcome = try await build.run(work, reading: checks)
            try await context.finishRemote()
            return outcome
        }
        try? context.digests.save()
        context.failures.report(outcome, of: work.plan)
        guard outcome.succeeded else { return Pipeline.status(of: outcome, work.plan) }
        let results = try checks.compactMap { try self.result(of: work.plan[$0], outcome.results[$0], from: context) }
        if json { try host.out(CanonicalJSON.document(of: results)) } else { try show(results, on: host) }
        return results.contains { !$0.report.faults.isEmpty } ? .failedAudit : .done
    }

    /// Returns a plan whose checks report faults without failing, and the checks of the requested packages.
    private func reports(in context: BuildContext) async throws -> (work: Build.Work, checks: [StepID]) {
        var (planned, work) = try await Build.planned(arguments.request, in: context)
        let packages = Set(planned.packages.map { planned.plan[$0.dist].package })
        var checks: [StepID] = []
        for (index, step) in planned.plan.steps.enumerated() where packages.contains(step.package) {
            guard var parameters = try CheckAnswers.parameters(of: step.work) else { continue }
            parameters.onlyReports = true
            planned.plan.steps[index].work = CheckAnswers.work(parameters)
            checks.append(StepID(index: index))
        }
        work.plan = planned.plan
        work.goals = Set(checks)
        return (work, checks)
    }

    // MARK: The results

    /// The results of a package.
    private struct PackageAnswers: Encodable {
        var package: String
        var report: AnswersReport
    }

    private func result(of step: Step, _ result: StepResult?, from context: BuildContext) throws -> PackageAnswers? {
        guard case .file(let digest, _)? = result?.action?.outputs[CheckAnswers.outputs[0]],
            let bytes = try context.store.blob(digest)
        else { return nil }
        return PackageAnswers(
            package: step.package?.words ?? "",
            report: try JSONDecoder().decode(AnswersReport.self, from: Data(bytes)))
    }

    private func show(_ results: [PackageAnswers], on host: Host) throws {
        for result in results {
            let table = AnswersTable(package: result.package, report: result.report, showsAll: all)
            try host.out(table.text)
            table.notes.forEach { host.talk("note: \($0)\n") }
            result.report.faults.forEach { host.talk("error: \(LiveView.plain("\($0)"))\n") }
        }
        guard results.contains(where: { !$0.report.faults.isEmpty }) else { return }
        host.talk("hint: \(CheckAnswers.hint)\n")
    }
}
