import Documents

/// What `${…}` names in a recipe.
public enum RecipeVariable: Hashable, Sendable {
    case build(BuildVariable)
    /// One of the recipe's own tables of `map:`.
    case table(Located<TableName>)
    /// The arguments that `configure:`, options and `when:` gathered: only as a word of its own, and in its place
    /// stands a word for each.
    case arguments

    /// How `arguments` is spelt.
    static let argumentsName = "ARGUMENTS"
}
