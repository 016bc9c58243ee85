import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

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

    /// Files that are this new need not be marked again: the time of the lease by the file system, or before a lease
    /// the time when the store was opened.
    var since: Int64 { start.load(ordering: .relaxed) }

    /// Called when a lease begins.
    func begin(at time: Int64) { start.store(time, ordering: .relaxed) }

    /// Sets a file's time to the present, or to that of the lease if it is later; false, with `errno` set, on failure.
    func mark(_ path: String) -> Bool {
        let since = since
        if now() < since, set(path, since) { return true }
        return utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// A new file has the file system's present time, which is right unless clocks disagree.
    func markNew(_ path: String) {
        let since = since
        if now() < since { _ = set(path, since) }
    }

    /// Only a file's owner may set its time.
    private func set(_ path: String, _ nanoseconds: Int64) -> Bool {
        let time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        return utimensat(AT_FDCWD, path, [time, time], AT_SYMLINK_NOFOLLOW) == 0
    }

    static let clock: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
