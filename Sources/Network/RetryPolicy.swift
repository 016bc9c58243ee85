// The rules for retries. They are independent of the kind of request: an attempt is a closure, which returns a trouble
// if it fails.

/// The number of attempts of a request, and the pauses between them.
public struct RetryPolicy: Hashable, Sendable {
    /// The largest number of attempts.
    public var attempts: Int
    /// The pause before the second attempt; it doubles with each further attempt.
    public var firstPause: Duration
    /// The longest pause, even if the server requests a longer one.
    public var longestPause = Duration.seconds(30)
    /// Whether a request is retried after a timeout. Each further attempt may again last until the timeout.
    public var retriesTimeouts: Bool
    /// Whether a request is retried when no connection could be made. False where the caller tries another server
    /// instead.
    public var retriesConnections: Bool

    public init(attempts: Int, firstPause: Duration, retriesTimeouts: Bool, retriesConnections: Bool) {
        self.attempts = attempts
        self.firstPause = firstPause
        self.retriesTimeouts = retriesTimeouts
        self.retriesConnections = retriesConnections
    }

    /// Runs attempts until one succeeds or fails permanently, or the limit is reached, and returns the last result.
    /// Returns `cancelled` when the task is cancelled during a pause.
    public func run<Value>(
        on clock: RetryClock, _ attempt: () async -> Result<Value, Trouble>
    ) async -> Result<Value, Trouble> {
        var failures = 0
        while true {
            let result = await attempt()
            guard case .failure(let trouble) = result else { return result }
            failures += 1
            guard failures < attempts, retries(trouble) else { return result }
            guard await pause(after: failures, trouble, on: clock) else { return .failure(.cancelled) }
        }
    }

    public func retries(_ trouble: Trouble) -> Bool {
        if case .unreachable = trouble.cause { return retriesConnections }
        return trouble.cause == .timedOut ? retriesTimeouts : trouble.isTransient
    }

    /// Waits after this number of failures, the last of which was this trouble. Returns false when the task is
    /// cancelled.
    public func pause(after failures: Int, _ trouble: Trouble?, on clock: RetryClock) async -> Bool {
        let doubled = min(firstPause * (1 << min(max(0, failures - 1), 16)), longestPause)
        // Jitter: clients that failed at the same time must not retry at the same time.
        let jittered = doubled * (0.5 + clock.random() / 2)
        let requested = Duration.seconds(trouble?.retryAfter ?? 0)
        return (try? await clock.sleep(max(jittered, min(requested, longestPause)))) != nil
    }
}

/// The source of pauses and random numbers; a test can pass its own.
public struct RetryClock: Sendable {
    /// Waits; throws when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// Returns a number from 0 up to, but not including, 1.
    public var random: @Sendable () -> Double

    public static let live = RetryClock(
        sleep: { try await Task.sleep(for: $0) }, random: { Double.random(in: 0..<1) })
}
