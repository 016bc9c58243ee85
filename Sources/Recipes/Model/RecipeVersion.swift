import Basics

/// A version that a recipe can build, and its sources.
public struct RecipeVersion: Hashable, Sendable {
    public let version: Version
    /// At least one source; they are tried in order.
    public let sources: [Source]
    /// The patches, applied in order: those for every version, then those for this version only.
    public let patches: [Patch]
}
