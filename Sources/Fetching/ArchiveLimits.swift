/// Limits on an archive's contents. Source archives stay far below these limits; decompression bombs exceed them.
struct ArchiveLimits: Hashable, Sendable {
    /// The largest number of entries.
    var entries = 200_000
    /// The largest unpacked size of all files together, in bytes.
    var bytes = 4 << 30
    /// The largest ratio of the unpacked bytes to the bytes of the archive that were read for them, when more than
    /// `ratioFloor` bytes are unpacked. A bomb exceeds it soon, even if the archive is large.
    var ratio = 100
    var ratioFloor = 64 << 20
    /// The largest size of all paths and link targets together, in bytes. A path counts with those of its folders.
    var pathBytes = 32 << 20
    /// The largest number of components of a path.
    var depth = 64
}
