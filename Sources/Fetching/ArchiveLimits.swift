/// Limits on an archive's contents. Source archives stay far below these limits; decompression bombs exceed them.
struct ArchiveLimits: Hashable, Sendable {
    /// The largest number of entries.
    var entries = 200_000
    /// The largest unpacked size of all files together, in bytes.
    var bytes = 4 << 30
    /// The largest ratio of the unpacked size to the archive's size, for unpacked sizes above `ratioFloor` bytes.
    var ratio = 250
    var ratioFloor = 64 << 20
    /// The largest number of components of a path.
    var depth = 64
}
