import Documents

/// A check of a whole recipe, for faults in the combination of several values.
protocol RecipeCheck {
    /// Notes the faults. Skips values that could not be read, since their faults are already noted.
    func run(_ recipe: RecipeDocument, _ findings: inout Findings)
}

extension Sequence {
    /// Returns each element that has the same key as an earlier element, with the first element that has this key.
    func repeated<Key: Hashable>(by key: (Element) -> Key) -> [(element: Element, first: Element)] {
        var first: [Key: Element] = [:]
        return compactMap { element in
            let earlier = first[key(element)]
            first[key(element)] = earlier ?? element
            return earlier.map { (element, $0) }
        }
    }
}

/// Returns all checks of a recipe in a folder of that name; with nil, the name of the folder is not checked.
func allChecks(folder: String?) -> [any RecipeCheck] {
    [
        NameCheck(folder: folder), VersionCheck(), OptionCheck(), ConditionCheck(), ConditionWordsCheck(),
        TargetCheck(), TableCheck(), TestsCheck(), OwnArgumentsCheck(), StepsCheck(), DependencyCheck(),
        PrivacyCheck(),
    ]
}
