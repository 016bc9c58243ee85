import Basics
import Recipes

/// One version and option set for each package, and who needs whom.
public struct PackageGraph: Sendable {
    /// Dependencies before dependents, else in the order in which they were asked for and are declared.
    public let packages: [Package]
    private let places: [PackageName: Int]

    /// One package of the graph.
    public struct Package: Sendable {
        public let recipe: Recipe
        public let choice: RecipeChoice
        /// What it needs itself, in the order of its recipe.
        public let dependencies: [PackageName]
        /// Whether it was asked for by name.
        public let isRequested: Bool

        public var name: PackageName { recipe.name }
        public var version: Version { choice.version.version }
    }

    /// Orders packages so that none stands before what it needs.
    ///
    /// - Throws: `cycle`, with its members in order.
    init(_ packages: [PackageName: Package], from roots: [PackageName]) throws(ResolutionError) {
        var order = DependencyOrder(edges: packages.mapValues(\.dependencies))
        self.packages = try order.sorted(from: roots).compactMap { packages[$0] }
        places = Dictionary(uniqueKeysWithValues: self.packages.enumerated().map { ($1.name, $0) })
    }

    public subscript(name: PackageName) -> Package? { places[name].map { packages[$0] } }
}
