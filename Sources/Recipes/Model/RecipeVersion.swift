import Basics

/// A version that a recipe can build, and where its source is had.
public struct RecipeVersion: Hashable, Sendable {
    public let version: Version
    /// At least one, tried in order.
    public let sources: [Source]
    /// Applied in order: the recipe's, then those of this version.
    public let patches: [Patch]
}
