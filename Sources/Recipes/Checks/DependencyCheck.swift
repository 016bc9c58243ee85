import Documents

/// Checks that a recipe does not depend on itself, names each dependency once in a list, and does not require the same
/// option of a dependency to be on and off.
struct DependencyCheck: RecipeCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout Findings) {
        for list in recipe.dependencyLists {
            for dependency in list { check(dependency, of: recipe, &findings) }
            for (dependency, first) in list.repeated(by: \.name) {
                findings.error(
                    "`\(dependency.name.value)` is named twice", at: dependency.name.mark,
                    notes: [Diagnostic.Note("first named here", at: first.name.mark)])
            }
        }
    }

    private func check(_ dependency: DependencyBlock, of recipe: RecipeDocument, _ findings: inout Findings) {
        if dependency.name == recipe.name {
            findings.error("a recipe cannot depend on itself", at: dependency.name.mark)
        }
        for option in dependency.without where dependency.options.contains(option) {
            findings.error("`\(option.value)` cannot be on and off at once", at: option.mark)
        }
    }
}
