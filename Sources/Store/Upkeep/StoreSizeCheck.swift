// The size of a store is measured at most once a week, at the end of a run that stored results. The file `size-checked`
// has the time of the last measurement as its modification time.

import Machine

/// Decides when the size of a store is measured.
public enum StoreSizeCheck {
    /// The size that `xbuild store gc` leaves by default, and above which a run says so: 20 GiB.
    public static let limit = 20 << 30

    static let file = "size-checked"
    private static let week: Int64 = 7 * 24 * 60 * 60 * 1_000_000_000

    /// Returns whether a measurement is due.
    ///
    /// - Parameters:
    ///   - last: the time of the last measurement, in nanoseconds since 1970; nil if there was none. It may be later than
    ///     `now`, if the clock was set back.
    public static func isDue(last: Int64?, now: Int64) -> Bool {
        guard let last else { return true }
        let (age, isTooFar) = now.subtractingReportingOverflow(last)
        return isTooFar || age.magnitude >= week.magnitude
    }
}

extension DiskStore {
    /// Returns the size of all results and blobs in bytes if a measurement is due; nil otherwise, and if this process
    /// cannot record the measurement, because it would be due in each run.
    public func sizeIfDue() throws(StoreError) -> Int? {
        let path = "\(root)/\(StoreSizeCheck.file)"
        let last = try onDisk(FileStatus.of(path))?.modified
        guard access != .readOnly, StoreSizeCheck.isDue(last: last, now: accessTimes.now()) else { return nil }
        try onDisk(write([], mode: 0o644, to: path))
        let stored = try files(in: "ac").stored + files(in: "cas").stored
        return stored.reduce(0) { $0 + $1.size }
    }
}
