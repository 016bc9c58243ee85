import Basics
import Documents

/// A recipe read from a file, with warnings to its author.
public struct RecipeFile: Sendable {
    public let recipe: Recipe
    public let source: SourceText
    public let warnings: [Diagnostic]
    /// The files beside the recipe that it names, including patches, and the places of their names. All files exist.
    public let attachments: [Located<RelativePath>]
    /// The place of the first mention of each dependency.
    public let dependencyMarks: [PackageName: Mark]
}
