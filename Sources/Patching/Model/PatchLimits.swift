/// The limits of a patch. Patches of sources are far smaller.
struct PatchLimits: Hashable, Sendable {
    /// The size of a patch, in bytes.
    var patchBytes = 64 << 20
    /// The size of all files that one patch reads, in bytes; a file counts as often as the patch changes it.
    var fileBytes = 1 << 30
    /// The number of line comparisons in the searches for displaced hunks.
    var comparisons = 100_000_000
}
