/// Limits on an archive's contents. Archives of sources stay far below; decompression bombs do not.
public struct ArchiveLimits: Hashable, Sendable {
    /// The number of entries.
    public var entries: Int
    /// The unpacked size of all files together, in bytes.
    public var bytes: Int
    /// The largest ratio of the contents to the archive, once the contents are larger than `ratioFloor` bytes.
    public var ratio: Int
    public var ratioFloor: Int
    /// The number of components of a path.
    public var depth: Int

    public init(
        entries: Int = 200_000, bytes: Int = 4 << 30, ratio: Int = 250, ratioFloor: Int = 64 << 20, depth: Int = 64
    ) {
        self.entries = entries
        self.bytes = bytes
        self.ratio = ratio
        self.ratioFloor = ratioFloor
        self.depth = depth
    }
}
