import Documents

/// A question about a whole recipe: what several of its values together can get wrong.
protocol RecipeCheck {
    /// Notes what is wrong. What could not be read was noted before and is passed over.
    func run(_ recipe: RecipeDocument, _ findings: inout Findings)
}

/// Every check of a recipe that lies in a folder of that name.
func allChecks(folder: String?) -> [any RecipeCheck] {
    [
        NameCheck(folder: folder), VersionCheck(), OptionCheck(), ConditionCheck(), ConditionWordsCheck(),
        TargetCheck(), TableCheck(), TestsCheck(), OwnArgumentsCheck(), StepsCheck(), DependencyCheck(),
        PrivacyCheck(),
    ]
}
