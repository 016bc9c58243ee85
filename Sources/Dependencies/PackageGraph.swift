import Basics
import Recipes

/// One version and option set for each package, and the dependencies between packages.
public struct PackageGraph: Sendable {
    /// The packages. Dependencies come before dependents; apart from that, the order is that of requests and of
    /// declarations in recipes.
    public let packages: [Package]
    private let places: [PackageName: Int]

    /// One package of the graph.
    public struct Package: Sendable {
        public let recipe: Recipe
        public let choice: RecipeChoice
        /// The direct dependencies, in the order of the recipe.
        public let dependencies: [PackageName]
        /// Whether the package was requested by name.
        public let isRequested: Bool

        public var name: PackageName { recipe.name }
        public var version: Version { choice.version.version }
    }

    /// Sorts packages so that dependencies come before dependents.
    ///
    /// - Throws: `ResolutionError.cycle`, with the packages of the cycle in order.
    init(_ packages: [PackageName: Package], from roots: [PackageName]) throws(ResolutionError) {
        var order = DependencyOrder(edges: packages.mapValues(\.dependencies))
        self.packages = try order.sorted(from: roots).compactMap { packages[$0] }
        places = Dictionary(uniqueKeysWithValues: self.packages.enumerated().map { ($1.name, $0) })
    }

    public subscript(name: PackageName) -> Package? { places[name].map { packages[$0] } }
}
