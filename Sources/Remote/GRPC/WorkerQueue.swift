import Synchronization

/// Measures the time in which none of this run's actions runs on a server's workers. A busy cluster starts actions
/// late; a cluster without a suitable worker never starts them. Time in which this machine sleeps does not count.
final class WorkerQueue: Sendable {
    /// The number of seconds after which a waiting action is abandoned.
    let limit: Double
    private let state = Mutex<(running: Int, last: SuspendingClock.Instant)>((0, .now))

    init(limit: Double) { self.limit = limit }

    func began() { state.withLock { $0.running += 1 } }

    func ended() { state.withLock { $0 = ($0.running - 1, .now) } }

    /// Returns the seconds until an action that has waited since `start` is abandoned.
    func left(since start: SuspendingClock.Instant) -> Double {
        state.withLock { state in
            guard state.running == 0 else { return limit }
            let idle = (SuspendingClock.now - max(start, state.last)).components
            return limit - Double(idle.seconds) - Double(idle.attoseconds) / 1e18
        }
    }
}
