import Actions
import Basics
import Engine
import Planning
import Recipes
import Steps
import Store

/// A recipe's source as its builds use it: fetched, with the recipe's patches applied.
struct PatchedSource {
    let context: BuildContext
    private let build: Build
    private let package: PackageRequest

    /// - Parameters:
    ///   - recipe: `NAME` or `NAME@VERSION`.
    ///   - context: the context with the recipe; nil for the context of the build.
    init(_ build: Build, recipe text: String, of context: BuildContext? = nil) throws(RecipeError) {
        let context = context ?? build.context
        self.context = context
        self.build = build
        let request = try RecipeRequest(text)
        let recipe = try context.recipes.recipe(request.name).recipe
        let folder = context.host.absolute("\(context.recipes.folder)/\(recipe.name)")
        package = PackageRequest(recipe: recipe, folder: folder, choice: try recipe.choice(for: request), slices: [])
    }

    /// The recipe's folder, absolute.
    var folder: String { package.folder }
    /// `NAME-VERSION`.
    var name: String { "\(package.recipe.name)-\(package.choice.version.version)" }
    /// `NAME@VERSION`.
    var request: String { "\(package.recipe.name)@\(package.choice.version.version)" }

    /// Whether builds do not use this source itself, but the output of autoreconf for it.
    var isBootstrapped: Bool {
        switch package.recipe.build {
        case .autotools(let autotools): autotools.bootstrap
        case .script, .cmake, .meson: false
        }
    }

    /// Returns the source tree with all its folders; its files are in the store.
    ///
    /// - Throws: `CommandFailure`, without a message if the failing step was already reported.
    func tree() async throws -> Directory {
        let (plan, source) = try planned()
        let outcome = try await build.run(Build.Work(plan: plan), reading: [source])
        guard case .directory(let tree, _) = outcome.results[source]?.action?.outputs[FetchSource.tree] else {
            context.failures.report(outcome, of: plan)
            throw CommandFailure(Pipeline.status(of: outcome, plan))
        }
        return try await Directory.load(tree: tree, from: context.store)
    }

    private func planned() throws -> (plan: Plan, source: StepID) {
        let digests = try context.digests(of: package.patchFiles)
        return try Planner.planSource(package, tools: try context.carriedTools(), digests: digests)
    }

    /// Returns advice for the user on how to use the patch that was written to this absolute path.
    func advice(for patch: String) -> String {
        guard patch.hasPrefix(folder + "/") else {
            return "to use it, put it beside the recipe and add it to `patches:` there"
        }
        let file = patch.dropFirst(folder.count + 1)
        let recipe = context.host.shortened("\(folder)/recipe.yaml")
        let version = package.choice.version
        guard version.patches.isEmpty else {
            return "to use it, add `\(file)` after the other patches of \(version.version) in `\(recipe)`"
        }
        return "to use it, add this line to `\(version.version):` below `versions:` in `\(recipe)`:\n"
            + "    patches: [\(file)]"
    }
}
