import Foundation

/// What time it is: an effect.
struct Clock: Sendable {
    /// Seconds since 1970. They go on evenly, also when somebody sets the machine's clock, and rest while it sleeps:
    /// limits and durations are measured by them.
    var now: @Sendable () -> Double

    static var live: Clock {
        let (time, start) = (Date().timeIntervalSince1970, SuspendingClock.now)
        return Clock { time + (SuspendingClock.now - start) / .seconds(1) }
    }
}
