import Recipes

/// The options of a package that its dependents require to be on, and those that they require to be off.
struct OptionRequirements: Hashable {
    var with: Set<OptionName> = []
    var without: Set<OptionName> = []

    mutating func add(_ dependency: Dependency) {
        with.formUnion(dependency.options)
        without.formUnion(dependency.without)
    }

    /// Returns the state of every option: the recipe's default, overruled by the lock file, then by these requirements.
    func choice(in recipe: Recipe, _ pinned: [OptionName: Bool]) -> [OptionName: Bool] {
        var chosen: [OptionName: Bool] = [:]
        for option in recipe.options { chosen[option.name] = pinned[option.name] ?? option.isOnByDefault }
        for name in without { chosen[name] = false }
        for name in with { chosen[name] = true }
        return chosen
    }
}
