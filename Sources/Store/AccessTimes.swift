import Machine
import Synchronization

/// The access times that files of a store get when they are used, despite clock changes.
///
/// A collection keeps all files that are at least as new as the lease of a running run. A clock that is set back during
/// the run, or a file server whose clock is ahead of this machine's, must not make files in use look older than that:
/// they then get the time of the lease.
final class AccessTimes: Sendable {
    /// Nanoseconds since 1970.
    private let now: @Sendable () -> Int64
    private let start: Atomic<Int64>

    init(now: @escaping @Sendable () -> Int64) {
        self.now = now
        start = Atomic(now())
    }

    /// The time of the lease, by the clock of the file system; before a lease, the time when the store was opened. Newer
    /// files need no mark.
    var since: Int64 { start.load(ordering: .relaxed) }

    /// Called when a lease begins.
    func begin(at time: Int64) { start.store(time, ordering: .relaxed) }

    /// Sets a file's time to the present, or to that of the lease if it is later and this process may set times.
    func mark(_ path: String) throws(FileError) {
        let since = since
        if now() < since, (try? FileSystem.setTime(path, nanoseconds: since)) != nil { return }
        try FileSystem.setTime(path, nanoseconds: nil)
    }

    /// A new file has the file system's present time, which is right unless clocks disagree.
    func markNew(_ path: String) {
        let since = since
        if now() < since { try? FileSystem.setTime(path, nanoseconds: since) }
    }
}
