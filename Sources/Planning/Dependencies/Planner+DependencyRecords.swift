import Actions
import Basics
import Recipes
import Steps
import Targets

/// The dependencies in audits and manifests.
extension Planner {
    /// Adds the libraries that provide symbols to a target's objects.
    mutating func addDependencyLibraries(
        of prefix: Prefix, to inputs: inout [RelativePath: Input]
    ) throws(PlanningError) {
        for need in prefix.needs {
            let relocated = try relocatedPrefix(need, prefix.target)
            inputs[relocated.auditFolder] = relocated.lib
        }
    }
}

extension PackagePlace {
    /// Returns a record of each dependency of any target, in link order.
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
        return products.flatMap(\.libraries).map(\.linkWord) + links.map { "-l\($0)" }
            + frameworks.flatMap { ["-framework", $0] }
    }
}

extension RelativePath {
    /// The linker's argument for an archive: `-lssl` for `libssl.a`.
    fileprivate var linkWord: String {
        name.hasPrefix("lib") && name.hasSuffix(".a") ? "-l" + name.dropFirst(3).dropLast(2) : name
    }
}
