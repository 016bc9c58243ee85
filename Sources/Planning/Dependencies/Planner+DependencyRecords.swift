import Actions
import Basics
import Packages
import Recipes
import Steps
import Targets

/// The dependencies as manifests record them.
extension PackagePlace {
    /// Returns a record of each package that at least one of the targets depends on, in link order.
    func dependencyRecords(_ prefixes: [Prefix]) -> [DependencyRecord] {
        prefixes.dependencies.map { place in
            let package = packages[place]
            return DependencyRecord(
                name: package.recipe.name.string, version: package.version,
                options: Dictionary(uniqueKeysWithValues: package.choice.options.map { ($0.key.string, $0.value) }),
                sources: package.choice.version.sources.map(\.sha256))
        }
    }

    /// Returns the arguments that link a program with the package and its dependencies, dependents first.
    func linkWords(_ prefix: Prefix) -> [String] {
        let products = ([index] + prefix.needs.map(\.package)).map { packages[$0].products }
        let frameworks = prefix.target.platform.isApple ? products.flatMap(\.frameworks).uniquedKeepingLast() : []
        let links = products.flatMap(\.links).uniquedKeepingLast()
        return (products.flatMap(\.libraries).map(\.linkName) + links).map { "-l\($0)" }
            + frameworks.flatMap { ["-framework", $0] }
    }
}
