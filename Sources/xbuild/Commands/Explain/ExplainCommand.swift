import Actions
import ArgumentParser
import Basics
import Engine
import Foundation
import Machine
import Planning
import Store
import SystemPackage
import Targets

/// `xbuild explain`: shows why the keys of actions differ from known keys.
struct ExplainCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Show why keys of actions differ from the nearest known ones.",
        discussion: """
            `xbuild explain --json` writes files for --against, for instance on another machine.


            """ + ExitStatus.help)

    @OptionGroup var arguments: BuildArguments

    @Option(parsing: .singleValue, help: ArgumentHelp("Only the steps of this target.", valueName: "target"))
    var target: [String] = []

    @Option(
        help: ArgumentHelp(
            "The base of comparison: a store's folder, or a file (default: the last run with this store).",
            valueName: "store or file"))
    var against: String?

    @Flag(help: "Print every action with all data that its key depends on, as JSON.")
    var json = false

    func run(on host: Host) async throws -> ExitStatus {
        let context = try BuildContext(host: host, store: arguments.store)
        let wanted = Set(try Preparation.selectors(target).flatMap { $0.targets(host: host.target) })
        let planned = try await planned(for: wanted, in: context)
        try? context.digests.save()
        let (known, others) = try known(host, context)
        let isWanted = { (step: StepIdentity) in target.isEmpty || !wanted.isDisjoint(with: step.targets) }
        let comparisons = try await context.engine().compare(
            planned.plan, goals: planned.goals, with: known, others: others
        ).filter { isWanted($0.action.step) }
        let steps = planned.neededSteps.count { isWanted(planned.plan[$0].identity) }
        let report = ComparisonReport(
            comparisons: comparisons, unknown: steps - comparisons.count, wording: host.wording)
        try host.out(json ? report.json() : report.text)
        return .done
    }

    /// Returns the plan of a normal run, so that steps shared by targets stay shared. If that plan has none of the
    /// wanted targets, returns the plan of a run for these targets.
    private func planned(for wanted: Set<Target>, in context: BuildContext) async throws -> Planner.Result {
        var request = arguments.request
        let planned = try await Build.planned(request, in: context).result
        if target.isEmpty || planned.plan.steps.contains(where: { !wanted.isDisjoint(with: $0.targets) }) {
            return planned
        }
        request.targets += target
        return try await Build.planned(request, in: context).result
    }

    private func known(_ host: Host, _ context: BuildContext) throws -> ([KnownAction], DiskStore) {
        guard let against else { return (KnownAction.all(in: context.store), context.store) }
        let path = host.absolute(against)
        guard let kind = FileSystem.kind(path) else {
            throw CommandFailure(.usage, error: "there is neither a store nor a file at `\(against)`")
        }
        if kind == .folder {
            let store = DiskStore(at: FilePath(path))
            return (KnownAction.all(in: store), store)
        }
        guard let bytes = try? FileSystem.streamContents(path),
            let file = try? JSONDecoder().decode(ComparisonReport.File.self, from: Data(bytes))
        else {
            throw CommandFailure(.usage, error: "`\(against)` is not a file of `xbuild explain --json`")
        }
        return (file.actions.compactMap(\.value), context.store)
    }
}

extension Planner.Result {
    /// The goals of the plan, and all steps that they need.
    var neededSteps: Set<StepID> {
        var needed = goals
        for index in plan.steps.indices.reversed() where needed.contains(StepID(index: index)) {
            needed.formUnion(plan.steps[index].inputs.values.compactMap(\.step))
        }
        return needed
    }
}
