/// Waiting and chance, as a value: retries use both.
public struct FetchClock: Sendable {
    /// Waits; throws when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// A number from 0 up to 1.
    public var random: @Sendable () -> Double

    public init(sleep: @escaping @Sendable (Duration) async throws -> Void, random: @escaping @Sendable () -> Double) {
        self.sleep = sleep
        self.random = random
    }

    public static let live = FetchClock(
        sleep: { try await Task.sleep(for: $0) }, random: { Double.random(in: 0..<1) })

    /// Ends the wait at once with an error.
    public static let unimplemented = FetchClock(sleep: { _ in throw CancellationError() }, random: { 0 })
}
