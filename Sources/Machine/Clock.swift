import Foundation

/// The current time: an effect.
public struct Clock: Sendable {
    /// Seconds since 1970, for limits and durations. They advance evenly, even if the machine's clock is set, and stop
    /// while the machine sleeps.
    public var now: @Sendable () -> Double

    public init(now: @escaping @Sendable () -> Double) { self.now = now }

    /// The machine's clock as it is at this call, advanced by a suspending clock.
    public static var live: Clock {
        let (time, start) = (Double(nanoseconds()) / 1e9, SuspendingClock.now)
        return Clock { time + (SuspendingClock.now - start) / .seconds(1) }
    }

    /// Nanoseconds since 1970 by the machine's clock, which may be set at any time: to compare with the times of files.
    @Sendable public static func nanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
