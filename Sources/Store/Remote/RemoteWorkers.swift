public import Basics

/// Workers on other machines that run actions, whatever they are spoken to in: what `RemoteRunner` needs of them.
///
/// As with caches they are not relied on. An implementation takes up again what a broken connection interrupted, gives
/// up within a bounded time without an answer, and throws what it could not do.
public protocol RemoteWorkers: Sendable {
    /// How messages name them: their address, without credentials.
    var name: String { get }
    /// Whether they are still asked in this run: false once their circuit breaker is open.
    var isUp: Bool { get }
    /// Takes what the store found wrong with an answer, or could not do with it. Actions that fail to run are counted,
    /// and warned of, where they fail.
    func report(_ error: RemoteError)
    /// Runs an action whose messages and inputs the cache beside them holds. Cancelling the task ends it there, too.
    ///
    /// - Parameters:
    ///   - again: whether it runs even if its result is known there.
    ///   - begins: called when a worker begins with it.
    func run(
        _ action: Digest, again: Bool, begins: @escaping @Sendable () -> Void
    ) async throws(RemoteError) -> RemoteEnd
}

/// How an action ended elsewhere.
public enum RemoteEnd: Hashable, Sendable {
    /// It ran, well or not: its `ActionResult` message.
    case ended([UInt8])
    /// It took longer than it may.
    case timedOut
    /// The cache there does not hold all that it needs; or something else is amiss that they say in the same way, with
    /// these words.
    case lacksInputs(String)
}
