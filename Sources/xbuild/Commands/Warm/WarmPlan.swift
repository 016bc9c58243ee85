import Actions
import Basics
import Engine
import Planning
import Recipes
import Store

/// The plan by which `xbuild warm` fills a cache: the steps of all recipes, and those that this call must complete.
struct WarmPlan {
    let planned: Planner.Result
    /// Folders of this machine that a sandbox must show.
    let readOnly: [String]
    let goals: Set<StepID>
    private let weights: StepWeights

    var work: Build.Work { Build.Work(plan: planned.plan, goals: goals, readOnly: readOnly) }

    init(_ request: WarmRequest, in context: BuildContext) async throws {
        let prepared = try await Self.prepared(request, context)
        try? context.digests.save()
        planned = try Build.plan(prepared)
        readOnly = prepared.visibleFolders
        weights = try StepWeights(file: request.durations)
        if let shard = request.shard {
            goals = ShardPlan(planned, weights).goals(of: shard)
        } else {
            goals = planned.goals
        }
    }

    /// Returns the planner's input. In a request for all recipes, a recipe that cannot be built here is left out with a
    /// note; if the user named the recipe, this is an error.
    private static func prepared(_ request: WarmRequest, _ context: BuildContext) async throws -> PlanRequest {
        let names = try request.recipes ?? context.recipes.names().map(\.string)
        do {
            return try await Preparation(context: context, request: request.build(names)).planRequest()
        } catch let error as any ReportedError {
            let isOfRecipe = error.status == .wrongRecipe || error.status == .usage
            guard request.recipes == nil, isOfRecipe, request.lock != .required else { throw error }
        }
        var usable: [String] = []
        for name in names {
            do {
                _ = try await Preparation(context: context.silent, request: request.build([name])).planRequest()
                usable.append(name)
            } catch let error as any ReportedError {
                let first = error.messages.first?.split(separator: "\n").first ?? ""
                context.host.talk("note: `\(name)` is left out: \(first)\n")
            }
        }
        return try await Preparation(context: context, request: request.build(usable)).planRequest()
    }

    /// Prints the shards as a CI matrix; returns the exit status.
    func writeMatrix(shards count: Int, on host: Host) throws -> ExitStatus {
        let shards = ShardPlan(planned, weights)
        let entries = shards.split(into: count).enumerated().map { index, slices -> JSONValue in
            let minutes = (slices.reduce(0) { $0 + $1.seconds } / 6).rounded() / 10
            return [
                "shard": "\(index + 1)/\(count)", "minutes": CanonicalJSON.value(of: minutes),
                "packages": .number(slices.count),
            ]
        }
        try host.out(JSONValue.object([("include", .array(entries))]).line + "\n")
        return .done
    }
}
