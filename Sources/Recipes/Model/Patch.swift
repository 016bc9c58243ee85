import Basics

/// A unified diff beside the recipe, applied to the unpacked source once for all targets.
public struct Patch: Hashable, Sendable {
    /// Below the recipe's folder.
    public let file: RelativePath
    /// How many leading folders are dropped from the paths that it names.
    public let strip: Int

    public init(file: RelativePath, strip: Int = 1) {
        self.file = file
        self.strip = strip
    }
}
