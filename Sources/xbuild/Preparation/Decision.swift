import Basics
import Dependencies
import Documents
import Recipes
import Toolchains

/// The recipes to build, with their versions and options.
struct Decision {
    /// One graph for all packages; if the user requests several versions of a package, one more graph for each further
    /// version.
    let graphs: [PackageGraph]
    /// The recipes that were read.
    let recipes: RecipeSet
    /// Complete diagnostics about recipes that can be used nevertheless.
    let warnings: [String]

    /// Reads the recipes and returns the chosen versions and options.
    ///
    /// - Throws: `ResolutionError`, and `CommandFailure` when `--locked` is given and something differs.
    static func made(_ request: BuildRequest, in context: BuildContext) async throws -> Decision {
        let folder = LockFolder(context)
        let lock = request.lock == .ignored ? nil : try folder.read()
        let decision = try await decided(try requests(request), lock, context)
        if request.lock == .required { try folder.check(decision, against: lock) }
        return decision
    }

    private static func decided(
        _ requests: [RecipeRequest], _ lock: LockFile?, _ context: BuildContext
    ) async throws(ResolutionError) -> Decision {
        let set = try await RecipeSet.gathered(
            requests.map(\.name), from: context.recipes, readers: context.host.cores)
        var graphs: [PackageGraph] = []
        for requests in rounds(requests) {
            graphs.append(try Resolver.resolve(requests, in: set, pins: lock?.pins ?? [:]))
        }
        return Decision(graphs: graphs, recipes: set, warnings: warnings(set, context) + notes(graphs, lock))
    }

    private static func requests(_ request: BuildRequest) throws(ResolutionError) -> [RecipeRequest] {
        do throws(RecipeError) {
            var requests: [RecipeRequest] = []
            for text in request.recipes {
                let recipe = try RecipeRequest(text, with: request.with, without: request.without)
                if !requests.contains(recipe) { requests.append(recipe) }
            }
            return requests
        } catch {
            throw .recipe(error)
        }
    }

    /// Returns the requests in rounds, each with at most one version of a recipe: `zlib@1.2 curl zlib@1.3` becomes
    /// `zlib@1.2 curl` and `zlib@1.3`.
    private static func rounds(_ requests: [RecipeRequest]) -> [[RecipeRequest]] {
        var rounds: [[RecipeRequest]] = []
        var counts: [PackageName: Int] = [:]
        for request in requests {
            let round = counts[request.name, default: 0]
            counts[request.name] = round + 1
            if round == rounds.count { rounds.append([]) }
            rounds[round].append(request)
        }
        return rounds
    }

    /// Returns a note for each version that differs from the lock file.
    private static func notes(_ graphs: [PackageGraph], _ lock: LockFile?) -> [String] {
        graphs.flatMap(\.packages).compactMap { package in
            guard let pinned = lock?.packages[package.name]?.version, pinned != package.version else { return nil }
            return "note: `\(package.name)` is \(package.version), not \(pinned) as in `\(LockFile.fileName)`"
        }
    }

    private static func warnings(_ set: RecipeSet, _ context: BuildContext) -> [String] {
        let toolchains = context.toolchains.toolchains.map(\.name)
        return set.files.values.sorted { $0.recipe.name < $1.recipe.name }.flatMap { file in
            file.warnings.map { $0.rendered(in: file.source) } + file.recipe.toolchainWarnings(among: toolchains)
        }
    }
}
