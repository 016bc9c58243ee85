import Basics

/// A unified diff beside the recipe. It is applied to the unpacked source once for all targets.
public struct Patch: Hashable, Sendable {
    /// The path below the recipe's folder.
    public let file: RelativePath
    /// The number of leading folders to drop from the paths in the diff.
    public let strip: Int
}
