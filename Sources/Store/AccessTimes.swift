import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The times that files of a store get when they are of use, whatever clocks do meanwhile.
///
/// A collection leaves alone what is as new as the lease of a run that is at work. A clock that is set back during the
/// run, or a file server whose clock is ahead of this machine's, must not make what the run uses look older than that:
/// then files get the time of the lease itself.
final class AccessTimes: Sendable {
    /// Nanoseconds since 1970.
    private let now: @Sendable () -> Int64
    private let start: Atomic<Int64>

    init(now: @escaping @Sendable () -> Int64) {
        self.now = now
        start = Atomic(now())
    }

    /// Files that are as new need not be marked again: the time of the lease as the file system tells it, or before
    /// there is one when the store was opened.
    var since: Int64 { start.load(ordering: .relaxed) }

    /// Called when a lease begins.
    func begin(at time: Int64) { start.store(time, ordering: .relaxed) }

    /// Gives a file the present time, or that of the lease when that is later; false, with `errno` set, when it cannot.
    func mark(_ path: String) -> Bool {
        let since = since
        if now() < since, set(path, since) { return true }
        return utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// A new file has the file system's present time: that will do unless clocks disagree.
    func markNew(_ path: String) {
        let since = since
        if now() < since { _ = set(path, since) }
    }

    /// Only a file's owner may choose its time.
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
