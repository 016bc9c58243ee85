import Basics
import Documents
import Planning
import Recipes
import Targets
import Toolchains

/// From what a person asked to what the planner needs: recipes read, targets chosen, toolchains found.
struct Preparation {
    let workshop: Workshop
    let request: BuildRequest

    private var host: Host { workshop.host }

    /// - Throws: `CommandFailure` with everything that is wrong.
    func planRequest() async throws -> PlanRequest {
        var packages: [PackageRequest] = []
        for text in request.recipes {
            let package = try await package(text)
            // `secp256k1 secp256k1@0.5.0` is one package.
            let isNew = packages.allSatisfy { $0.recipe.name != package.recipe.name || $0.choice != package.choice }
            if isNew { packages.append(package) }
        }
        var digests: [String: Digest] = [:]
        for toolchain in packages.flatMap(\.slices).map(\.toolchain) {
            for path in toolchain.runtimeLibraries.map({ $0.resolved(root: ".") }) where path.hasPrefix("/") {
                digests[path] = try workshop.digest(ofFile: path)
            }
        }
        return PlanRequest(packages: packages, tools: try workshop.carriedTools(), digests: digests)
    }

    // MARK: Recipes

    private func package(_ text: String) async throws -> PackageRequest {
        let (recipe, choice) = try chosen(text)
        // In one order whoever asked for what first: targets that are built together share a name and a key.
        let wanted = Set(try targets(of: recipe))
        let targets = Target.all.filter(wanted.contains)
        guard !targets.isEmpty else {
            throw CommandFailure(
                .usage, error: "there is no target to build `\(recipe.name)` for", hint: "`xbuild targets` lists them")
        }
        var slices: [SliceRequest] = []
        for group in Self.groups(targets, recipe.slices) {
            slices.append(try await slice(recipe, choice, group))
        }
        let folder = host.absolute("\(workshop.recipes.folder)/\(recipe.name)")
        return PackageRequest(recipe: recipe, folder: folder, choice: choice, slices: slices)
    }

    private func chosen(_ text: String) throws -> (Recipe, RecipeChoice) {
        do {
            let wanted = try RecipeRequest(text, with: request.with, without: request.without)
            let file = try workshop.recipes.recipe(wanted.name)
            for warning in file.warnings { host.talk(warning.rendered(in: file.source) + "\n") }
            let toolchains = workshop.toolchains.toolchains.map(\.name)
            for warning in file.recipe.toolchainWarnings(among: toolchains) { host.talk(warning + "\n") }
            return (file.recipe, try file.recipe.choice(for: wanted))
        } catch {
            if case .faults = error { throw CommandFailure(.wrongRecipe, ["\(error)"]) }
            throw CommandFailure(.usage, error: "\(error)", hint: error.hint)
        }
    }

    // MARK: Targets

    /// The targets that were asked for, or the recipe's own as far as a toolchain here serves them.
    private func targets(of recipe: Recipe) throws -> [Target] {
        let served = Set(workshop.toolchains.targets(host: host.target))
        guard !request.targets.isEmpty else {
            let all = recipe.defaultTargets(host: host.target)
            let missing = all.filter { !served.contains($0) }.map { "`\($0)`" }
            if !missing.isEmpty {
                host.talk("note: no toolchain here builds for \(missing.joined(separator: ", ")): left out\n")
            }
            return all.filter(served.contains)
        }
        var seen: Set<Target> = []
        return try Self.selectors(request.targets).flatMap { selector in
            switch selector {
            case .group(.all): Target.all.filter(served.contains)
            case .group, .target: selector.targets(host: host.target)
            }
        }.filter { seen.insert($0).inserted }
    }

    /// Words of `--targets`, each of which may hold several behind commas.
    static func selectors(_ words: [String]) throws -> [TargetSelector] {
        try words.flatMap { $0.split(separator: ",").map(String.init) }.map { word in
            guard let selector = TargetSelector(word) else {
                let near = Suggestion.nearest(to: word, among: TargetSelector.words)
                throw CommandFailure(
                    .usage, error: "unknown target `\(word)`",
                    hint: near.map { "did you mean `\($0)`?" } ?? "`xbuild targets` lists them")
            }
            return selector
        }
    }

    /// Targets that share a configure run. With `together` an Apple platform's architectures do, as far as they differ:
    /// clang takes Intel's for the simulator and the others for the device.
    static func groups(_ targets: [Target], _ slices: Slices) -> [[Target]] {
        switch slices {
        case .separate: return targets.map { [$0] }
        case .together:
            var groups: [[Target]] = []
            for target in targets {
                if let index = groups.firstIndex(where: { isShared($0, target) }) {
                    groups[index].append(target)
                } else {
                    groups.append([target])
                }
            }
            return groups
        }
    }

    private static func isShared(_ group: [Target], _ target: Target) -> Bool {
        let isDeviceRun = { (target: Target) in
            target.environment == .device || (target.environment == .simulator && target.architecture != .arm64)
        }
        return target.platform.isApple && group[0].platform == target.platform
            && !group.contains { $0.architecture == target.architecture }
            && isDeviceRun(group[0]) == isDeviceRun(target)
            && (isDeviceRun(target) || group[0].environment == target.environment)
    }

    // MARK: Toolchains

    private func slice(_ recipe: Recipe, _ choice: RecipeChoice, _ group: [Target]) async throws -> SliceRequest {
        do {
            var settings: [ResolvedRecipe] = []
            for target in group {
                let toolchain = try workshop.toolchains.toolchain(
                    for: target, host: host.target, named: request.toolchain)
                settings.append(try recipe.resolved(choice, target: target, toolchain: toolchain.name))
            }
            _ = try ResolvedRecipe.shared(by: settings)
            let wanted = ToolchainRequest(
                target: group[0], host: host.target, toolchain: request.toolchain,
                minimum: settings.compactMap(\.minimum).min(), sdk: try await sdk(settings[0]))
            let toolchain =
                group.count > 1
                ? try await workshop.toolchains.resolve(together: group, wanted, workshop.toolchainEffects)
                : try await workshop.toolchains.resolve(wanted, workshop.toolchainEffects)
            return SliceRequest(toolchain: toolchain, settings: settings[0])
        } catch let error as RecipeError {
            throw CommandFailure(.wrongRecipe, error: "\(error)", hint: error.hint)
        } catch let error as ToolchainError {
            throw CommandFailure(Self.status(of: error), error: "\(error)", hint: error.hint)
        } catch let error as PlanningError {
            throw CommandFailure(.wrongRecipe, error: "\(error)", hint: error.hint)
        }
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
