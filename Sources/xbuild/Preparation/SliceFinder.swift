import Basics
import Dependencies
import Planning
import Recipes
import Store
import Targets
import Toolchains

/// Finds the toolchain for each slice. Many slices need the same toolchain, which is searched for only once. The
/// toolchains of a package are searched for concurrently.
struct SliceFinder {
    let context: BuildContext
    let request: BuildRequest
    private var found: [Key: ResolvedToolchain] = [:]
    private var names: [Target: String] = [:]

    private struct Key: Hashable {
        var targets: [Target]
        var minimum: OSVersion?
        var sdk: String?
        var tools: [String]
        var toolchain: String?
    }

    init(context: BuildContext, request: BuildRequest) {
        self.context = context
        self.request = request
    }

    /// Every toolchain found so far, for one or several targets.
    var toolchains: some Sequence<ResolvedToolchain> { found.values }

    private var host: Host { context.host }

    /// Returns the slices of a package for these targets.
    mutating func slices(_ package: PackageGraph.Package, _ targets: Set<Target>) async throws -> [SliceRequest] {
        // Sorted, because targets that are built together share a name and a key, which must not depend on the
        // request's order.
        let targets = Target.all.filter(targets.contains)
        var pending: [PendingSlice] = []
        for group in SliceGroups.of(targets, package.recipe.slices) {
            pending.append(try await pendingSlice(package.recipe, package.choice, group))
        }
        let build = Key(targets: [host.target], tools: [])
        let needsBuild = pending.contains { $0.settings.needsBuildCompiler }
        try await find(pending.map(\.key) + (needsBuild ? [build] : []))
        return pending.compactMap { slice in
            found[slice.key].map {
                SliceRequest(
                    toolchain: $0, settings: slice.settings,
                    buildToolchain: slice.settings.needsBuildCompiler ? found[build] : nil)
            }
        }
    }

    /// A slice whose toolchain is not resolved yet.
    private struct PendingSlice {
        var key: Key
        var settings: ResolvedRecipe
    }

    private mutating func pendingSlice(
        _ recipe: Recipe, _ choice: RecipeChoice, _ group: [Target]
    ) async throws -> PendingSlice {
        var settings: [ResolvedRecipe] = []
        for target in group {
            settings.append(try recipe.resolved(choice, target: target, toolchain: try toolchainName(target)))
        }
        _ = try ResolvedRecipe.shared(by: settings)
        let key = Key(
            targets: group, minimum: settings.compactMap(\.minimum).min(), sdk: try await sdk(settings[0]),
            tools: settings[0].requestedTools, toolchain: request.toolchain)
        return PendingSlice(key: key, settings: settings[0])
    }

    private mutating func toolchainName(_ target: Target) throws(ToolchainError) -> String {
        if let known = names[target] { return known }
        let toolchain = try context.toolchains.toolchain(for: target, host: host.target, named: request.toolchain)
        names[target] = toolchain.name
        return toolchain.name
    }

    /// Finds the toolchains for these keys, all concurrently: with a new store, this reads hundreds of megabytes of
    /// compilers.
    private mutating func find(_ keys: [Key]) async throws {
        let context = context
        let unknown = keys.filter { found[$0] == nil }.uniqued()
        let answers = await inParallel(unknown, atMost: unknown.count) { key in
            (key, await Self.toolchain(key, context))
        }
        let answer = Dictionary(uniqueKeysWithValues: answers)
        for key in unknown { found[key] = try answer[key]?.get() }
    }

    private static func toolchain(
        _ key: Key, _ context: BuildContext
    ) async -> Result<ResolvedToolchain, ToolchainError> {
        let wanted = ToolchainRequest(
            target: key.targets[0], host: context.host.target, toolchain: key.toolchain, minimum: key.minimum,
            sdk: key.sdk, tools: key.tools)
        let (toolchains, effects) = (context.toolchains, context.toolchainEffects)
        do throws(ToolchainError) {
            return .success(
                key.targets.count > 1
                    ? try await toolchains.resolve(together: key.targets, wanted, effects)
                    : try await toolchains.resolve(wanted, effects))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the folder of the SDK that the user or the recipe names; nil for the toolchain's own SDK.
    private func sdk(_ settings: ResolvedRecipe) async throws -> String? {
        if let sdk = request.sdk { return host.absolute(sdk) }
        switch settings.sysroot {
        case nil: return nil
        case .folder(let path): return path
        case .named(let name):
            let path = await context.toolchainEffects.output(["xcrun", "--sdk", name, "--show-sdk-path"])
            guard let path else {
                throw CommandFailure(.wrongRecipe, error: "there is no SDK `\(name)`, which `\(settings.name)` needs")
            }
            return path
        }
    }
}
