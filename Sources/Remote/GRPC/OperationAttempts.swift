import Network
import Store

/// Decides after each call about an operation whether another call follows; has no side effects.
struct OperationAttempts {
    /// The largest number of Execute calls for one run of an action.
    static let mostExecutes = 3
    /// The additional attempts of a call that resumes an operation: a server needs some seconds to restart, and the
    /// work in progress is worth the wait.
    static let moreAttempts = 3

    private let retries: RetryPolicy
    private var failures = 0
    private var executes = 1

    /// The attempts after the first Execute.
    init(_ retries: RetryPolicy) { self.retries = retries }

    /// The step after a call.
    enum Next: Hashable, Sendable {
        /// Another call, after the pause for this number of failures.
        case retry(failures: Int)
        /// A new Execute, after a pause: the server lost the operation.
        case restart
        /// No further call. An operation that has a name is cancelled.
        case end(Result<RemoteEnd, Trouble>)
    }

    /// Returns the step after a call that ended.
    ///
    /// - Parameters:
    ///   - trouble: nil when the server ended the call without an error.
    ///   - isAlive: whether the server sent a message during the call, or answers another call: an operation may run
    ///     for long without a message.
    mutating func next(after trouble: Trouble?, isAlive: Bool, in phase: OperationPhase) -> Next {
        switch phase {
        case .ended(let result): .end(result)
        case .abandoned(let reason, _): .end(.failure(reason))
        case .unnamed, .named: next(after: trouble, isAlive: isAlive, hasName: phase.name != nil)
        }
    }

    private mutating func next(after trouble: Trouble?, isAlive: Bool, hasName: Bool) -> Next {
        if hasName, trouble?.code == .notFound {
            failures = 0
            return execute(.restart)
        }
        if let trouble, trouble.code == .failedPrecondition { return .end(.success(.lacksInputs("\(trouble)"))) }
        failures = isAlive ? 1 : failures + 1
        let attempts = retries.attempts + (hasName ? Self.moreAttempts : 0)
        if failures >= attempts || trouble.map({ isFinal($0, isAlive, hasName) }) == true {
            return .end(.failure(trouble ?? .unfinished))
        }
        return hasName ? .retry(failures: failures) : execute(.retry(failures: failures))
    }

    /// Counts the Execute call in `next` and returns `next`, or the end after too many Execute calls.
    private mutating func execute(_ next: Next) -> Next {
        executes += 1
        return executes > Self.mostExecutes ? .end(.failure(.repeatedlyLost)) : next
    }

    /// Errors that a server returns for every call of this client.
    private static let final: Set<GRPCStatus.Code> = [
        .permissionDenied, .unauthenticated, .invalidArgument, .unimplemented,
    ]

    /// Returns whether another call would fail too. An operation that has a name continues after the call ended.
    private func isFinal(_ trouble: Trouble, _ isAlive: Bool, _ hasName: Bool) -> Bool {
        if trouble.cause == .timedOut { return !isAlive }
        if hasName {
            if let code = trouble.code { return Self.final.contains(code) }
            if case .malformed = trouble.cause { return false }
        }
        return !retries.retries(trouble)
    }
}

extension Trouble {
    static let repeatedlyLost = Trouble(.malformed("the server lost the operation repeatedly"))
    static let unfinished = Trouble(.malformed("the server ended the call before the operation"))
}
