import Documents

/// A variable that `${…}` names in a recipe.
public enum RecipeVariable: Hashable, Sendable {
    case build(BuildVariable)
    /// A table of the recipe's `map:`.
    case table(Located<TableName>)
    /// The arguments from `configure:`, options and `when:`. This variable must be a whole word, and one word for each
    /// argument replaces that word.
    case arguments

    /// The spelling of `arguments`.
    static let argumentsName = "ARGUMENTS"
}
