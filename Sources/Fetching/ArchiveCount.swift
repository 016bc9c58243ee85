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
    ///
    /// - Parameter read: the number of bytes of the archive that were read up to now.
    mutating func addBytes(_ count: Int, from read: Int) throws(ArchiveError.Reason) {
        try check(count, from: min(read, packedSize))
        bytes += count
    }

    /// Throws if so many more bytes exceed a limit, even if the whole archive is read for them.
    func checkRoom(for count: Int) throws(ArchiveError.Reason) { try check(max(count, 0), from: packedSize) }

    private func check(_ count: Int, from packed: Int) throws(ArchiveError.Reason) {
        let (total, isOverflow) = bytes.addingReportingOverflow(count)
        guard !isOverflow, total <= limits.bytes else { throw .bound(.bytes, limit: limits.bytes) }
        guard total <= limits.ratioFloor || total / limits.ratio <= packed else {
            throw .bound(.ratio, limit: limits.ratio)
        }
    }
}
