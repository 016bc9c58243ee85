import Basics
import Recipes

extension Recipe {
    /// Everything that it may need, whatever version, options and target are chosen.
    var possibleDependencies: [Dependency] {
        dependencies + options.flatMap(\.dependencies) + conditions.flatMap(\.dependencies)
    }

    /// What a version with these options needs for any target at all: what is chosen is the same for all of them.
    func dependencies(of version: Version, options chosen: [OptionName: Bool]) -> [Dependency] {
        dependencies + options.filter { chosen[$0.name] == true }.flatMap(\.dependencies)
            + conditions.filter { $0.matches(version, chosen) }.flatMap(\.dependencies)
    }
}

extension Condition {
    /// Whether it holds for some target and toolchain. Options that are not named count as off.
    fileprivate func matches(_ version: Version, _ chosen: [OptionName: Bool]) -> Bool {
        (versions.isEmpty || versions.contains { $0.contains(version) })
            && (options.isEmpty || options.contains { chosen[$0] == true })
            && (without.isEmpty || without.contains { chosen[$0] != true })
    }
}
