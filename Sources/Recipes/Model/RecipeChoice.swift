import Basics

/// A version of a recipe, and whether each option is on. Only `Recipe.choice` makes choices, so that the recipe has the
/// version and the options.
public struct RecipeChoice: Hashable, Sendable {
    public let version: RecipeVersion
    /// Every option of that version, and whether it is on.
    public let options: [OptionName: Bool]
}
