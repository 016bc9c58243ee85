import Basics

/// A version that a recipe can build, and its sources.
public struct RecipeVersion: Hashable, Sendable {
    public let version: Version
    /// At least one source; they are tried in order.
    public let sources: [Source]
    /// Applied in order: the recipe's, then those of this version.
    public let patches: [Patch]
}
