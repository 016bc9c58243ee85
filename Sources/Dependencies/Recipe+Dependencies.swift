import Basics
import Recipes

extension Recipe {
    /// Every dependency that some version, option or target may need.
    var possibleDependencies: [Dependency] {
        dependencies + options.flatMap(\.dependencies) + conditions.flatMap(\.dependencies)
    }

    /// Returns the dependencies of a version with these options for all targets together, since all targets share one
    /// choice.
    func dependencies(of version: Version, options chosen: [OptionName: Bool]) -> [Dependency] {
        dependencies + options.filter { chosen[$0.name] == true }.flatMap(\.dependencies)
            + conditions.filter { $0.matches(version: version, options: chosen) }.flatMap(\.dependencies)
    }
}
