import Basics
import Dependencies
import Documents
import Planning
import Recipes
import Targets
import Toolchains

/// From what a person asked to what the planner needs: recipes read, versions decided, targets chosen, toolchains found.
struct Preparation {
    let workshop: Workshop
    let request: BuildRequest

    var host: Host { workshop.host }

    /// - Throws: `CommandFailure` with everything that is wrong.
    func planRequest() async throws -> PlanRequest {
        let decision = try await Decision.made(request, in: workshop)
        for warning in decision.warnings { host.talk(warning + "\n") }
        var slices = SliceFinder(workshop: workshop, request: request)
        var packages: [PackageRequest] = []
        for graph in decision.graphs { try await add(graph, to: &packages, &slices) }
        var prepared = PlanRequest(
            packages: packages, tools: try workshop.carriedTools(),
            digests: try digests(of: slices.toolchains).merging(try digests(of: packages)) { $1 })
        prepared.symbolPrefix = try symbolPrefix(for: packages)
        return prepared
    }

    private func digests(of toolchains: some Sequence<ResolvedToolchain>) throws -> [String: Digest] {
        var digests: [String: Digest] = [:]
        for toolchain in toolchains {
            for path in toolchain.runtimeLibraries.map({ $0.resolved(root: ".") })
            where path.hasPrefix("/") && digests[path] == nil {
                digests[path] = try workshop.digest(ofFile: path)
            }
        }
        return digests
    }

    /// Of what stands beside recipes for their builds.
    private func digests(of packages: [PackageRequest]) throws -> [String: Digest] {
        var digests: [String: Digest] = [:]
        for package in packages {
            let files = Set(package.slices.flatMap(\.settings.files)).map { "\(package.folder)/\($0)" }
            for path in files + package.patchFiles { digests[path] = try workshop.digest(ofFile: path) }
        }
        return digests
    }

    /// A package whose symbols are renamed would no longer find those of another that is renamed as well.
    private func symbolPrefix(for packages: [PackageRequest]) throws -> String? {
        guard let prefix = request.symbolPrefix else { return nil }
        for package in packages where !package.delivered.isEmpty {
            for (name, place) in package.needs where !packages[place].delivered.isEmpty {
                throw CommandFailure(
                    .usage, error: "`\(package.recipe.name)` needs `\(name)` by the names that it has",
                    hint: "build one of them with --prefix-symbols, and the other without")
            }
        }
        return prefix
    }

    // MARK: Packages

    /// Adds the packages of a graph, each for the targets that were asked for and those that its dependents need.
    private func add(
        _ graph: PackageGraph, to packages: inout [PackageRequest], _ finder: inout SliceFinder
    ) async throws {
        var needed: [PackageName: Set<Target>] = [:]
        var drafts: [Draft] = []
        for package in graph.packages.reversed() {
            var asked = package.isRequested ? try targets(of: package.recipe) : []
            // A SwiftPM package depends on those of the libraries that it was built with.
            if formats(of: package.recipe).contains(.swiftPackage) { asked.formUnion(needed[package.name] ?? []) }
            let slices = try await finder.slices(package, asked.union(needed[package.name] ?? []))
            for slice in slices {
                for dependency in slice.settings.dependencies {
                    needed[dependency.name, default: []].formUnion(slice.targets)
                }
            }
            drafts.append(Draft(package: package, slices: slices, asked: asked))
        }
        var places: [PackageName: Int] = [:]
        for draft in drafts.reversed() where !draft.slices.isEmpty {
            let name = draft.package.name
            let needs = draft.package.dependencies.compactMap { name in places[name].map { (name, $0) } }
            places[name] = packages.count
            var planned = PackageRequest(
                recipe: draft.package.recipe, folder: host.absolute("\(workshop.recipes.folder)/\(name)"),
                choice: draft.package.choice, slices: draft.slices, needs: Dictionary(uniqueKeysWithValues: needs),
                delivered: draft.asked)
            planned.packaging = packaging(of: draft)
            packages.append(planned)
        }
    }

    /// The formats of a package, which are those of all that depend on it where nobody says otherwise.
    private func formats(of recipe: Recipe) -> [PackageFormat] { request.packaging.formats(of: recipe) ?? [] }

    private func packaging(of draft: Draft) -> PackagingRequest? {
        let formats = formats(of: draft.package.recipe)
        guard !formats.isEmpty else { return nil }
        let options = request.packaging
        return PackagingRequest(
            formats: formats, style: options.style, address: options.address,
            missing: request.leftOut.sorted { $0.name < $1.name }, signer: options.signer, tool: xbuildVersion)
    }

    private struct Draft {
        var package: PackageGraph.Package
        var slices: [SliceRequest]
        var asked: Set<Target>
    }

    // MARK: Targets

    /// The targets that were asked for, or the recipe's own as far as a toolchain here serves them.
    private func targets(of recipe: Recipe) throws -> Set<Target> {
        let targets = Set(try request.targets.isEmpty ? ownTargets(of: recipe) : askedTargets())
        guard !targets.subtracting(request.leftOut).isEmpty else {
            throw CommandFailure(
                .usage, error: "there is no target to build `\(recipe.name)` for", hint: "`xbuild targets` lists them")
        }
        return targets.subtracting(request.leftOut)
    }

    private func ownTargets(of recipe: Recipe) -> [Target] {
        let served = Set(workshop.toolchains.targets(host: host.target))
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
            case .group(.all): workshop.toolchains.targets(host: host.target)
            case .group, .target: selector.targets(host: host.target)
            }
        }
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
}
