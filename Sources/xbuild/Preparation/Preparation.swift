import Basics
import Dependencies
import Documents
import Packages
import Planning
import Recipes
import Store
import Targets
import Toolchains

/// Makes the planner's input from a request: reads recipes, resolves versions, chooses targets, and finds toolchains.
struct Preparation {
    let context: BuildContext
    let request: BuildRequest

    var host: Host { context.host }

    /// Returns the planner's input.
    ///
    /// - Throws: a `ReportedError` with all faults that were found.
    func planRequest() async throws -> PlanRequest {
        let decision = try await Decision.made(request, in: context)
        async let tools = context.carriedTools()
        for warning in decision.warnings { host.talk(warning + "\n") }
        var slices = SliceFinder(context: context, request: request)
        var packages: [PackageRequest] = []
        for graph in decision.graphs { try await add(graph, to: &packages, &slices) }
        var prepared = PlanRequest(
            packages: packages, tools: try await tools,
            digests: try context.digests(of: Self.files(of: slices.toolchains) + packages.flatMap(files)))
        prepared.symbolNamespace = try symbolNamespace(for: packages)
        prepared.swift = try context.swift(beside: slices.toolchains.sorted { $0.target.name < $1.target.name })
        return prepared
    }

    private static func files(of toolchains: some Sequence<ResolvedToolchain>) -> [String] {
        toolchains.flatMap(\.inputFiles)
    }

    /// Returns the paths of the files beside a recipe that its builds use.
    private func files(of package: PackageRequest) -> [String] {
        package.slices.flatMap(\.settings.files).map { "\(package.folder)/\($0)" } + package.patchFiles
    }

    /// Returns the namespace for symbols. Throws if a package with renamed symbols needs another one: it would not find
    /// the renamed symbols of that package.
    private func symbolNamespace(for packages: [PackageRequest]) throws -> String? {
        guard let prefix = request.symbolNamespace else { return nil }
        for package in packages where !package.delivered.isEmpty {
            for (name, place) in package.needs where !packages[place].delivered.isEmpty {
                throw CommandFailure(
                    .usage, error: "`\(package.recipe.name)` needs `\(name)` with its original symbol names",
                    hint: "build one of them with --prefix-symbols, and the other without")
            }
        }
        return prefix
    }

    // MARK: Packages

    /// Adds the packages of a graph, each for the requested targets and those that its dependents need.
    private func add(
        _ graph: PackageGraph, to packages: inout [PackageRequest], _ finder: inout SliceFinder
    ) async throws {
        var demands: [PackageName: Demand] = [:]
        var drafts: [Draft] = []
        for package in graph.packages.reversed() {
            let demand = demands[package.name] ?? Demand()
            var asked = package.isRequested ? try targets(of: package.recipe) : []
            if !demand.formats.isEmpty { asked.formUnion(demand.targets) }
            let formats = asked.isEmpty ? [] : formats(of: package.recipe, besides: demand.formats)
            let slices = try await finder.slices(package, asked.union(demand.targets))
            for slice in slices {
                for dependency in slice.settings.dependencies {
                    demands[dependency.name, default: Demand()].targets.formUnion(slice.targets)
                    demands[dependency.name, default: Demand()].formats.formUnion(formats.filter(\.namesDependencies))
                }
            }
            drafts.append(Draft(package: package, slices: slices, asked: asked, formats: formats))
        }
        var places: [PackageName: Int] = [:]
        for draft in drafts.reversed() where !draft.slices.isEmpty {
            let name = draft.package.name
            let needs = draft.package.dependencies.compactMap { name in places[name].map { (name, $0) } }
            places[name] = packages.count
            var planned = PackageRequest(
                recipe: draft.package.recipe, folder: host.absolute("\(context.recipes.folder)/\(name)"),
                choice: draft.package.choice, slices: draft.slices, needs: Dictionary(uniqueKeysWithValues: needs),
                delivered: draft.asked)
            planned.packaging = packaging(of: draft)
            packages.append(planned)
        }
    }

    /// The targets and formats of a package that its dependents need.
    private struct Demand {
        var targets: Set<Target> = []
        /// The formats in which dependents refer to this package, which must then exist in these formats too.
        var formats: Set<PackageFormat> = []
    }

    /// Returns the formats of a package: the requested ones or the recipe's, and those that dependents refer to.
    private func formats(of recipe: Recipe, besides demanded: Set<PackageFormat>) -> [PackageFormat] {
        let own = request.packaging.formats(of: recipe) ?? []
        return PackageFormat.allCases.filter { own.contains($0) || demanded.contains($0) }
    }

    private func packaging(of draft: Draft) -> PackagingRequest? {
        guard !draft.formats.isEmpty else { return nil }
        let options = request.packaging
        return PackagingRequest(
            formats: draft.formats, style: options.style, addresses: options.addresses,
            missing: request.leftOut.sorted { $0.name < $1.name }, signer: options.signer, tool: xbuildVersion)
    }

    private struct Draft {
        var package: PackageGraph.Package
        var slices: [SliceRequest]
        var asked: Set<Target>
        var formats: [PackageFormat]
    }

    // MARK: Targets

    /// Returns the requested targets, or those of the recipe's own targets that a toolchain here serves.
    private func targets(of recipe: Recipe) throws -> Set<Target> {
        let targets = Set(try request.targets.isEmpty ? ownTargets(of: recipe) : askedTargets())
        guard !targets.subtracting(request.leftOut).isEmpty else {
            throw CommandFailure(
                .usage, error: "there is no target to build `\(recipe.name)` for", hint: "`xbuild targets` lists them")
        }
        return targets.subtracting(request.leftOut)
    }

    private func ownTargets(of recipe: Recipe) -> [Target] {
        let served = Set(context.toolchains.targets(host: host.target))
        let all = recipe.defaultTargets(host: host.target)
        let missing = all.filter { !served.contains($0) }.map { "`\($0)`" }
        if !missing.isEmpty {
            host.talk("note: no toolchain here builds for \(missing.joined(separator: ", ")): left out\n")
        }
        return all.filter(served.contains)
    }

    private func askedTargets() throws -> [Target] {
        try Self.selectors(request.targets).flatMap { selector in
            switch selector {
            case .group(.all): context.toolchains.targets(host: host.target)
            case .group, .target: selector.targets(host: host.target)
            }
        }
    }

    /// Returns the selectors in the arguments of `--targets`, each of which may contain several, separated by commas.
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
}

extension PackageFormat {
    /// Whether a package in this format refers to the packages of its dependencies.
    fileprivate var namesDependencies: Bool {
        switch self {
        case .swiftPackage, .prefix: true
        case .xcframework, .artifactBundle: false
        }
    }
}
