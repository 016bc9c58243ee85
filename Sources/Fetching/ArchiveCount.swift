/// The contents of an archive that were unpacked so far, compared with the limits.
struct ArchiveCount {
    let limits: ArchiveLimits
    /// The size of the archive's file in bytes.
    let packedSize: Int
    private var entries = 0
    private var bytes = 0

    init(limits: ArchiveLimits, packedSize: Int) {
        self.limits = limits
        self.packedSize = packedSize
    }

    /// Counts an entry.
    mutating func addEntry() throws(ArchiveError.Reason) {
        entries += 1
        guard entries <= limits.entries else { throw .bound(.entries, limit: limits.entries) }
    }

    /// Counts unpacked bytes.
    mutating func addBytes(_ count: Int) throws(ArchiveError.Reason) {
        try checkRoom(for: count)
        bytes += count
    }

    /// Throws if so many more bytes exceed a limit. An entry that declares a larger size is refused before it is
    /// unpacked; the declared size is not trusted otherwise.
    func checkRoom(for count: Int) throws(ArchiveError.Reason) {
        let (total, isOverflow) = bytes.addingReportingOverflow(max(count, 0))
        guard !isOverflow, total <= limits.bytes else { throw .bound(.bytes, limit: limits.bytes) }
        guard total <= limits.ratioFloor || total / limits.ratio <= packedSize else {
            throw .bound(.ratio, limit: limits.ratio)
        }
    }
}
