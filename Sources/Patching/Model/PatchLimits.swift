/// The limits of a patch. Patches of sources are far smaller.
public struct PatchLimits: Hashable, Sendable {
    /// The size of a patch, in bytes.
    public var patchBytes: Int
    /// The size of all files that one patch reads, in bytes: a file that it changes twice counts twice.
    public var fileBytes: Int
    /// The number of line comparisons in the searches for displaced hunks.
    public var comparisons: Int

    public init(patchBytes: Int = 64 << 20, fileBytes: Int = 1 << 30, comparisons: Int = 100_000_000) {
        self.patchBytes = patchBytes
        self.fileBytes = fileBytes
        self.comparisons = comparisons
    }
}
