import Basics

/// A version of a recipe with every option decided. Only `Recipe.choice` makes a choice, so it fits its recipe.
public struct RecipeChoice: Hashable, Sendable {
    public let version: RecipeVersion
    /// The options of that version.
    public let options: [OptionName: Bool]
}
