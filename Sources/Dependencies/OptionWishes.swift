import Recipes

/// Which options of a package somebody wants on, and off.
struct OptionWishes: Hashable {
    var with: Set<OptionName> = []
    var without: Set<OptionName> = []

    mutating func add(_ dependency: Dependency) {
        with.formUnion(dependency.options)
        without.formUnion(dependency.without)
    }

    /// Every option as it will be, the recipe's default and what a lock file says overruled.
    func choice(in recipe: Recipe, _ pinned: [OptionName: Bool]) -> [OptionName: Bool] {
        var chosen: [OptionName: Bool] = [:]
        for option in recipe.options { chosen[option.name] = pinned[option.name] ?? option.isOnByDefault }
        for name in without { chosen[name] = false }
        for name in with { chosen[name] = true }
        return chosen
    }
}
