import Machine
import Synchronization

/// Sets the access times of a store's files when they are used, so that changes of clocks do no harm.
///
/// A collection keeps all files that are at least as new as the lease of a running run. The clock may be set back
/// during the run, or the clock of a file server may be ahead of this machine's. Then used files get the time of the
/// lease, so that they do not look older than the lease.
final class AccessTimes: Sendable {
    /// Returns the present time in nanoseconds since 1970.
    let now: @Sendable () -> Int64
    private let start: Atomic<Int64>

    init(now: @escaping @Sendable () -> Int64) {
        self.now = now
        start = Atomic(now())
    }

    /// The time of the lease by the clock of the file system; before a lease begins, the time when the store was
    /// opened. Newer files need not be marked.
    var since: Int64 { start.load(ordering: .relaxed) }

    /// Called when a lease begins.
    func begin(at time: Int64) { start.store(time, ordering: .relaxed) }

    /// Sets a file's time to the present, or to the time of the lease if that is later and this process may set times.
    func mark(_ path: String) throws(FileError) {
        let since = since
        if now() < since, (try? FileSystem.setTime(path, nanoseconds: since)) != nil { return }
        try FileSystem.setTime(path, nanoseconds: nil)
    }

    /// Marks a new file. It already has the file system's present time, which is right unless clocks disagree.
    func markNew(_ path: String) {
        let since = since
        if now() < since { try? FileSystem.setTime(path, nanoseconds: since) }
    }
}
