/// Limits on an archive's contents. Archives of sources stay far below; decompression bombs do not.
struct ArchiveLimits: Hashable, Sendable {
    /// The number of entries.
    var entries = 200_000
    /// The unpacked size of all files together, in bytes.
    var bytes = 4 << 30
    /// The largest ratio of the contents to the archive, once the contents are larger than `ratioFloor` bytes.
    var ratio = 250
    var ratioFloor = 64 << 20
    /// The number of components of a path.
    var depth = 64
}
