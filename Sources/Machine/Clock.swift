import Foundation

/// The source of the current time, which tests replace.
public struct Clock: Sendable {
    /// Returns seconds since 1970, for limits and durations. They advance evenly, even if the machine's clock is set,
    /// and stop while the machine sleeps.
    public var now: @Sendable () -> Double

    public init(now: @escaping @Sendable () -> Double) { self.now = now }

    /// A clock that starts with the present time of the machine's clock and is advanced by a suspending clock.
    public static var live: Clock {
        let (time, start) = (Double(nanoseconds()) / 1e9, SuspendingClock.now)
        return Clock { time + (SuspendingClock.now - start) / .seconds(1) }
    }

    /// Returns nanoseconds since 1970 by the machine's clock, for comparison with the times of files. The clock may be
    /// set at any time.
    @Sendable public static func nanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
