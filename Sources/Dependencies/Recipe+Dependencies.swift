import Basics
import Recipes

extension Recipe {
    /// Every dependency that the recipe declares, for any version, option or target.
    var possibleDependencies: [Dependency] {
        dependencies + options.flatMap(\.dependencies) + conditions.flatMap(\.dependencies)
    }

    /// Returns the dependencies of a version with these options. They include dependencies that only some targets need,
    /// because versions and options are chosen once for all targets.
    func dependencies(of version: Version, options chosen: [OptionName: Bool]) -> [Dependency] {
        dependencies + options.filter { chosen[$0.name] == true }.flatMap(\.dependencies)
            + conditions.filter { $0.matches(version: version, options: chosen) }.flatMap(\.dependencies)
    }
}
