import Documents

/// A check of a whole recipe, for faults in the combination of several values.
protocol RecipeCheck {
    /// Notes the faults. Skips values that could not be read, since their faults are already noted.
    func run(_ recipe: RecipeDocument, _ findings: inout Findings)
}

/// Returns all checks of a recipe in a folder of that name.
func allChecks(folder: String?) -> [any RecipeCheck] {
    [
        NameCheck(folder: folder), VersionCheck(), OptionCheck(), ConditionCheck(), ConditionWordsCheck(),
        TargetCheck(), TableCheck(), TestsCheck(), OwnArgumentsCheck(), StepsCheck(), DependencyCheck(),
        PrivacyCheck(),
    ]
}
