import Basics
import Documents
import Recipes

/// Resolves requests to one version and option set for each package, as a pure function.
///
/// Versions: the chosen version is in the ranges of all dependents. Among the versions in these ranges, the search
/// prefers the pinned version, then the recipe's default, then the newest. Options: an option is on if any dependent
/// requires it on; it is an error if another dependent requires it off. Options can add dependencies, which can require
/// options: the resolution repeats until nothing changes.
public struct Resolver: Sendable {
    private let set: RecipeSet
    private let pins: [PackageName: Pin]
    private let requests: [RecipeRequest]

    /// The limit of rounds in which options change the dependencies.
    private static let rounds = 32

    /// - Parameter requests: at most one for each name.
    public static func resolve(
        _ requests: [RecipeRequest], in set: RecipeSet, pins: [PackageName: Pin] = [:]
    ) throws(ResolutionError) -> PackageGraph {
        let exact = requests.map { $0.exact(in: set.files[$0.name]?.recipe) }
        return try Resolver(set: set, pins: pins, requests: exact).graph()
    }

    private func graph() throws(ResolutionError) -> PackageGraph {
        let roots = try rootRequirements()
        var requirements = roots
        var restless: [PackageName] = []
        for _ in 0..<Self.rounds {
            let versions = try versions(requirements)
            let found = Self.requirements(roots, needs(versions, requirements))
            restless = Set(found.keys).union(requirements.keys).filter { found[$0] != requirements[$0] }.sorted()
            guard !restless.isEmpty else { return try graph(versions, requirements) }
            requirements = found
        }
        throw .restlessOptions(restless)
    }

    // MARK: Versions

    private func versions(
        _ requirements: [PackageName: OptionRequirements]
    ) throws(ResolutionError) -> [PackageName: Version] {
        var search = VersionSearch(set.recipes, preferred: pins.mapValues(\.version)) { recipe, version in
            recipe.dependencies(of: version, options: options(of: recipe, requirements))
        }
        return try search.run(requests.map { ($0.name, $0.version) })
    }

    private func options(of recipe: Recipe, _ requirements: [PackageName: OptionRequirements]) -> [OptionName: Bool] {
        (requirements[recipe.name] ?? OptionRequirements()).choice(in: recipe, pins[recipe.name]?.options ?? [:])
    }

    /// Returns the direct dependencies of each package.
    private func needs(
        _ versions: [PackageName: Version], _ requirements: [PackageName: OptionRequirements]
    ) -> [PackageName: [Dependency]] {
        var needs: [PackageName: [Dependency]] = [:]
        for (name, version) in versions {
            guard let recipe = set.files[name]?.recipe else { continue }
            needs[name] = recipe.dependencies(of: version, options: options(of: recipe, requirements))
        }
        return needs
    }

    // MARK: Options

    /// Returns the options that the requests require, by package.
    private func rootRequirements() throws(ResolutionError) -> [PackageName: OptionRequirements] {
        var requirements: [PackageName: OptionRequirements] = [:]
        for request in requests {
            guard let recipe = set.files[request.name]?.recipe else { continue }
            do throws(RecipeError) { try recipe.check(request) } catch { throw .recipe(error) }
            requirements[request.name] = OptionRequirements(
                with: Set(request.with.compactMap(OptionName.init)),
                without: Set(request.without.compactMap(OptionName.init)))
        }
        return requirements
    }

    private static func requirements(
        _ roots: [PackageName: OptionRequirements], _ needs: [PackageName: [Dependency]]
    ) -> [PackageName: OptionRequirements] {
        var requirements = roots
        for dependency in needs.values.joined() where !(dependency.options.isEmpty && dependency.without.isEmpty) {
            requirements[dependency.name, default: OptionRequirements()].add(dependency)
        }
        return requirements
    }

    // MARK: The graph

    private func graph(
        _ versions: [PackageName: Version], _ requirements: [PackageName: OptionRequirements]
    ) throws(ResolutionError) -> PackageGraph {
        let needs = needs(versions, requirements)
        let requested = Set(requests.map(\.name))
        var packages: [PackageName: PackageGraph.Package] = [:]
        for (name, version) in versions.sorted(by: { $0.key < $1.key }) {
            guard let recipe = set.files[name]?.recipe else { continue }
            let both = requirements[name].map { $0.with.intersection($0.without) }?.min()
            if let both { throw contradiction(name, both, versions, needs) }
            packages[name] = PackageGraph.Package(
                recipe: recipe, choice: try choice(recipe, version, requirements),
                dependencies: (needs[name] ?? []).map(\.name).uniqued(), isRequested: requested.contains(name))
        }
        return try PackageGraph(packages, from: requests.map(\.name))
    }

    /// Returns the chosen version and options of a package, after the recipe has checked them.
    private func choice(
        _ recipe: Recipe, _ version: Version, _ requirements: [PackageName: OptionRequirements]
    ) throws(ResolutionError) -> RecipeChoice {
        let asked = requirements[recipe.name] ?? OptionRequirements()
        let chosen = options(of: recipe, requirements)
        let names = recipe.options.filter { option in
            option.exists(in: version) || asked.with.contains(option.name) || asked.without.contains(option.name)
        }.map(\.name)
        let request = RecipeRequest(
            name: recipe.name, version: version, with: names.filter { chosen[$0] == true }.map(\.string),
            without: names.filter { chosen[$0] != true }.map(\.string))
        do throws(RecipeError) { return try recipe.choice(for: request) } catch { throw .recipe(error) }
    }

    private func contradiction(
        _ name: PackageName, _ option: OptionName, _ versions: [PackageName: Version],
        _ needs: [PackageName: [Dependency]]
    ) -> ResolutionError {
        let demand = { (isMatch: (Dependency) -> Bool) -> Demand in
            let dependent = needs.filter { $0.value.contains { $0.name == name && isMatch($0) } }.keys.min()
            let chain = dependent.flatMap { name in versions[name].map { Demand.Dependent(name: name, version: $0) } }
            return Demand(chain: chain.map { [$0] } ?? [], versions: nil)
        }
        return .contradiction(
            name, option, with: demand { $0.options.contains(option) }, without: demand { $0.without.contains(option) })
    }
}

extension Recipe {
    /// Checks that the requested version and options exist.
    fileprivate func check(_ request: RecipeRequest) throws(RecipeError) {
        if let version = request.version, self[version] == nil {
            throw .unknownVersion(name, version, known: versions.map(\.version))
        }
        let names = options.map(\.name)
        for word in request.with + request.without where !names.contains(where: { $0.string == word }) {
            throw .unknownOption(name, word, known: names)
        }
        if let both = request.with.first(where: request.without.contains).flatMap(OptionName.init) {
            throw .contradiction(both)
        }
    }
}
