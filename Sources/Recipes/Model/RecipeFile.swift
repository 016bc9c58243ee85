import Basics
import Documents

/// A recipe as it was read from a file, with what its author should look at although it can be used.
public struct RecipeFile: Sendable {
    public let recipe: Recipe
    public let source: SourceText
    public let warnings: [Diagnostic]
    /// Every file of the recipe's folder that it names, patches among them, with the place: each is there.
    public let attachments: [Located<RelativePath>]
    /// Where each dependency is first named.
    public let dependencyMarks: [PackageName: Mark]
}
