import Dependencies
import Planning
import Recipes
import Targets
import Toolchains

/// Finds the toolchain for each slice. Many slices ask for the same: each is looked for once.
struct SliceFinder {
    let workshop: Workshop
    let request: BuildRequest
    private var found: [Key: ResolvedToolchain] = [:]
    private var names: [Target: String] = [:]

    private struct Key: Hashable {
        var targets: [Target]
        var minimum: OSVersion?
        var sdk: String?
        var tools: [String]
    }

    init(workshop: Workshop, request: BuildRequest) {
        self.workshop = workshop
        self.request = request
    }

    /// Every toolchain that was found so far, for one or several targets.
    var toolchains: some Sequence<ResolvedToolchain> { found.values }

    private var host: Host { workshop.host }

    /// The slices of a package for these targets.
    ///
    /// - Throws: `CommandFailure`.
    mutating func slices(_ package: PackageGraph.Package, _ targets: Set<Target>) async throws -> [SliceRequest] {
        // In one order whoever asked for what first: targets that are built together share a name and a key.
        let targets = Target.all.filter(targets.contains)
        var slices: [SliceRequest] = []
        for group in SliceGroups.of(targets, package.recipe.slices) {
            slices.append(try await slice(package.recipe, package.choice, group))
        }
        return slices
    }

    private mutating func slice(
        _ recipe: Recipe, _ choice: RecipeChoice, _ group: [Target]
    ) async throws -> SliceRequest {
        do {
            var settings: [ResolvedRecipe] = []
            for target in group {
                settings.append(try recipe.resolved(choice, target: target, toolchain: try toolchainName(target)))
            }
            _ = try ResolvedRecipe.shared(by: settings)
            let key = Key(
                targets: group, minimum: settings.compactMap(\.minimum).min(), sdk: try await sdk(settings[0]),
                tools: settings[0].neededTools)
            return SliceRequest(toolchain: try await toolchain(key), settings: settings[0])
        } catch let error as RecipeError {
            throw CommandFailure(.wrongRecipe, error: "\(error)", hint: error.hint)
        } catch let error as PlanningError {
            throw CommandFailure(.wrongRecipe, error: "\(error)", hint: error.hint)
        } catch let error as ToolchainError {
            throw CommandFailure(Self.status(of: error), error: "\(error)", hint: error.hint)
        }
    }

    private mutating func toolchainName(_ target: Target) throws(ToolchainError) -> String {
        if let known = names[target] { return known }
        let toolchain = try workshop.toolchains.toolchain(for: target, host: host.target, named: request.toolchain)
        names[target] = toolchain.name
        return toolchain.name
    }

    private mutating func toolchain(_ key: Key) async throws(ToolchainError) -> ResolvedToolchain {
        if let known = found[key] { return known }
        let wanted = ToolchainRequest(
            target: key.targets[0], host: host.target, toolchain: request.toolchain, minimum: key.minimum, sdk: key.sdk,
            tools: key.tools)
        let toolchain =
            key.targets.count > 1
            ? try await workshop.toolchains.resolve(together: key.targets, wanted, workshop.toolchainEffects)
            : try await workshop.toolchains.resolve(wanted, workshop.toolchainEffects)
        found[key] = toolchain
        return toolchain
    }

    /// A toolchain that a person names wrongly is wrong usage; one that lacks something is wrong itself.
    private static func status(of error: ToolchainError) -> ExitStatus {
        switch error {
        case .noToolchain, .unknown, .doesNotServe: .usage
        case .missing, .unreadable, .cannotShare: .wrongRecipe
        }
    }

    /// The folder of the SDK that the person or the recipe names; nil for the toolchain's own.
    private func sdk(_ settings: ResolvedRecipe) async throws -> String? {
        if let sdk = request.sdk { return host.absolute(sdk) }
        switch settings.sysroot {
        case nil: return nil
        case .folder(let path): return path
        case .named(let name):
            let path = await workshop.toolchainEffects.output(["xcrun", "--sdk", name, "--show-sdk-path"])
            guard let path else {
                throw CommandFailure(.wrongRecipe, error: "there is no SDK `\(name)`, which `\(settings.name)` wants")
            }
            return path
        }
    }
}
