/// What a patch may ask for at most. Patches of sources stay far below.
public struct PatchLimits: Hashable, Sendable {
    /// The size of a patch, in bytes.
    public var patchBytes: Int
    /// The size of all files that one patch reads, in bytes: a file that it changes twice counts twice.
    public var fileBytes: Int
    /// How many lines are compared while hunks are looked for elsewhere than where they say.
    public var comparisons: Int

    public init(patchBytes: Int = 64 << 20, fileBytes: Int = 1 << 30, comparisons: Int = 100_000_000) {
        self.patchBytes = patchBytes
        self.fileBytes = fileBytes
        self.comparisons = comparisons
    }
}
