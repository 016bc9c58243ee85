import Basics
import Documents

/// A recipe read from a file, with warnings to its author.
public struct RecipeFile: Sendable {
    public let recipe: Recipe
    public let source: SourceText
    public let warnings: [Diagnostic]
    /// Every file of the recipe's folder that the recipe names, including patches, with its place; each file exists.
    public let attachments: [Located<RelativePath>]
    /// The place of the first mention of each dependency.
    public let dependencyMarks: [PackageName: Mark]
}
