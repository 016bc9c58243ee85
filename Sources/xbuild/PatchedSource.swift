import Actions
import Basics
import Engine
import Planning
import Recipes
import Store

/// A recipe's source as its builds see it: fetched, with the recipe's patches applied.
struct PatchedSource {
    let workshop: Workshop
    private let package: PackageRequest

    /// - Parameter recipe: `NAME` or `NAME@VERSION`.
    /// - Throws: `CommandFailure`.
    init(workshop: Workshop, recipe text: String) throws {
        self.workshop = workshop
        do {
            let request = try RecipeRequest(text)
            let recipe = try workshop.recipes.recipe(request.name).recipe
            let folder = workshop.host.absolute("\(workshop.recipes.folder)/\(recipe.name)")
            package = PackageRequest(
                recipe: recipe, folder: folder, choice: try recipe.choice(for: request), slices: [])
        } catch {
            if case .faults = error { throw CommandFailure(.wrongRecipe, ["\(error)"]) }
            throw CommandFailure(.usage, error: "\(error)", hint: error.hint)
        }
    }

    /// The recipe's folder, absolute.
    var folder: String { package.folder }
    /// `NAME-VERSION`.
    var name: String { "\(package.recipe.name)-\(package.choice.version.version)" }
    /// `NAME@VERSION`.
    var request: String { "\(package.recipe.name)@\(package.choice.version.version)" }

    /// Whether builds see not this source but what autoreconf made of it.
    var isBootstrapped: Bool {
        switch package.recipe.build {
        case .autotools(let autotools): autotools.bootstrap
        case .script, .cmake, .meson: false
        }
    }

    /// The tree, loaded to the leaves; its files are in the store.
    ///
    /// - Throws: `CommandFailure`, without words where the failing step has been told already.
    func tree() async throws -> Directory {
        // A store that has lost a part of the tree gets one chance to have it made again.
        for again in [false, true] {
            if let tree = try await tree(again: again) { return tree }
        }
        throw CommandFailure(.fault, error: "the store `\(workshop.store.path)` loses what is put into it")
    }

    /// Nil when the store lacks a part of it.
    private func tree(again: Bool) async throws -> Directory? {
        let (plan, source) = try planned()
        var options = Engine.Options(jobs: workshop.host.cores)
        if again { options.rebuild = Set(plan.steps.indices.map(StepID.init(index:))) }
        let recorder = PlainLog(isVerbose: false).recorder(workshop.host.talk)
        defer { recorder.finish() }
        do {
            let outcome = try await workshop.engine.run(plan, options: options, report: recorder.record)
            guard case .directory(let tree, _) = outcome.results[source]?.action?.outputs[FetchSource.tree] else {
                FailureTeller(workshop: workshop).tell(outcome, of: plan)
                throw CommandFailure(Pipeline.status(of: outcome, plan), [])
            }
            return try await whole(tree)
        } catch let error as EngineError {
            throw CommandFailure(.fault, error: "\(error)", hint: error.hint)
        }
    }

    private func whole(_ tree: Digest) async throws -> Directory? {
        do throws(StoreError) {
            let directory = try await Directory.load(tree: tree, from: workshop.store)
            var files: [Digest] = []
            directory.forEachFile { if case .file(let digest, _) = $1 { files.append(digest) } }
            return try workshop.store.missing(files).isEmpty ? directory : nil
        } catch {
            if case .missing = error { return nil }
            throw CommandFailure(.fault, error: "\(error)")
        }
    }

    private func planned() throws -> (plan: Plan, source: StepID) {
        var digests: [String: Digest] = [:]
        for path in package.patchFiles { digests[path] = try workshop.digest(ofFile: path) }
        do {
            return try Planner.planSource(package, tools: try workshop.carriedTools(), digests: digests)
        } catch let error as PlanningError {
            throw CommandFailure(.wrongRecipe, error: "\(error)", hint: error.hint)
        }
    }

    /// What is left to do with a patch that was written to an absolute path.
    func advice(for patch: String) -> String {
        guard patch.hasPrefix(folder + "/") else { return "to use it, put it beside the recipe and name it there" }
        let file = patch.dropFirst(folder.count + 1)
        let recipe = workshop.host.shortened("\(folder)/recipe.yaml")
        let version = package.choice.version
        guard version.patches.isEmpty else {
            return "to use it, add `\(file)` behind the other patches of \(version.version) in `\(recipe)`"
        }
        return "to use it, add this line to `\(version.version):` below `versions:` in `\(recipe)`:\n"
            + "    patches: [\(file)]"
    }
}
