public import Basics

/// Remote workers, of any protocol: the operations that `RemoteRunner` needs.
///
/// Like caches they are not required. An implementation resumes an action after a broken connection, gives up within a
/// bounded time without an answer, and throws its failures.
public protocol RemoteWorkers: Sendable {
    /// The name in messages: their address, without credentials.
    var name: String { get }
    /// Whether requests are still sent in this run: false once their circuit breaker is open.
    var isUp: Bool { get }
    /// Reports an answer that the store rejected, or could not store. Failed requests are counted and reported by the
    /// implementation.
    func report(_ error: RemoteError)
    /// Runs an action whose messages and inputs the workers' cache has. Cancelling the task cancels the action.
    ///
    /// - Parameters:
    ///   - again: whether it runs even if the workers know its result.
    ///   - begins: called when a worker starts it.
    func run(
        _ action: Digest, again: Bool, begins: @escaping @Sendable () -> Void
    ) async throws(RemoteError) -> RemoteEnd
}

/// The end of an action on workers.
public enum RemoteEnd: Hashable, Sendable {
    /// It ran, with any exit status: its `ActionResult` message.
    case ended([UInt8])
    /// It exceeded its time limit.
    case timedOut
    /// The workers' cache does not have all inputs, or another precondition failed; the text is the server's.
    case lacksInputs(String)
}
