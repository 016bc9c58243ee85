import Documents

/// Finds options that make no difference.
struct OptionLint: LintCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout [LintFinding]) {
        let used = Set(recipe.conditions.flatMap { $0.value.options + $0.value.without }.map(\.value))
        for option in recipe.options {
            let value = option.value
            let isElsewhere = !value.dependencies.isEmpty || !value.libraries.isEmpty || !value.headers.isEmpty
            guard value.on == value.off, !value.on.isEmpty, !isElsewhere, !used.contains(option.name.value) else {
                continue
            }
            findings.add(
                .idleOption, "the option `\(option.name.value)` has the same arguments on and off", at: option.name.mark
            )
        }
    }
}
