// When a request is sent again. Knows nothing of what is sent: an attempt is a closure, and its trouble says whether
// it passes.

/// How often a request is sent, and how long the pauses are.
public struct RetryPolicy: Hashable, Sendable {
    /// How often a request is sent at most.
    public var attempts: Int
    /// The pause before the second attempt; it doubles with each further one.
    public var firstPause: Duration
    /// The longest pause, also when the server asks for more.
    public var longestPause: Duration
    /// Whether a request is sent again that had no answer in time. It waits as long once more.
    public var retriesTimeouts: Bool
    /// Whether a request is sent again for which there was no connection. Where there are other places to ask, they
    /// come first.
    public var retriesConnections: Bool

    public init(
        attempts: Int, firstPause: Duration, longestPause: Duration = .seconds(30), retriesTimeouts: Bool,
        retriesConnections: Bool
    ) {
        self.attempts = attempts
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.retriesTimeouts = retriesTimeouts
        self.retriesConnections = retriesConnections
    }

    /// Attempts until one succeeds, fails for good, or is the last. Ends as cancelled when the task is cancelled
    /// between two of them.
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

    /// Waits after so many failures, the last of which was this trouble; false when the task was cancelled meanwhile.
    public func pause(after failures: Int, _ trouble: Trouble?, on clock: RetryClock) async -> Bool {
        let doubled = min(firstPause * (1 << min(max(0, failures - 1), 16)), longestPause)
        // Clients that failed together do not come back together.
        let jittered = doubled * (0.5 + clock.random() / 2)
        let asked = Duration.seconds(trouble?.retryAfter ?? 0)
        return (try? await clock.sleep(max(jittered, min(asked, longestPause)))) != nil
    }
}

/// Waiting and chance, as a value.
public struct RetryClock: Sendable {
    /// Waits; throws when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// A number from 0 up to 1.
    public var random: @Sendable () -> Double

    public init(sleep: @escaping @Sendable (Duration) async throws -> Void, random: @escaping @Sendable () -> Double) {
        self.sleep = sleep
        self.random = random
    }

    public static let live = RetryClock(
        sleep: { try await Task.sleep(for: $0) }, random: { Double.random(in: 0..<1) })

    /// Ends the wait at once with an error.
    public static let unimplemented = RetryClock(sleep: { _ in throw CancellationError() }, random: { 0 })
}
