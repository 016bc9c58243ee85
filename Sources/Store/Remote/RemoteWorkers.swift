public import Basics

/// Remote workers with any network protocol: the operations that `RemoteRunner` needs.
///
/// Like a cache, workers are not required. An implementation resumes an action after a broken connection, gives up if
/// there is no answer within a bounded time, and throws its failures.
public protocol RemoteWorkers: Sendable {
    /// The workers' name in messages: their address, without credentials.
    var name: String { get }
    /// Whether requests are still sent in this run: false when the workers' circuit breaker is open.
    var isUp: Bool { get }
    /// Reports an answer that the store rejected, or could not store. Failed requests are counted and reported by the
    /// implementation.
    func report(_ error: RemoteError)
    /// Runs an action whose messages and inputs the workers' cache has. Cancelling the task cancels the action.
    ///
    /// - Parameters:
    ///   - again: whether the action runs even if the workers have a cached result.
    ///   - begins: called when a worker starts the action.
    func run(
        _ action: Digest, again: Bool, begins: @escaping @Sendable () -> Void
    ) async throws(RemoteError) -> RemoteEnd
}

/// The end of an action on workers.
public enum RemoteEnd: Hashable, Sendable {
    /// The action ran and ended with any exit status; the bytes are its `ActionResult` message.
    case ended([UInt8])
    /// The action exceeded its time limit.
    case timedOut
    /// The workers' cache does not have all inputs, or another precondition failed; the text is the server's.
    case lacksInputs(String)
}
