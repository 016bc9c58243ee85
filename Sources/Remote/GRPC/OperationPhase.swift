// The states of an operation on a server, as values without side effects. `OperationWatch` shares them between threads.

import Network
import Store

/// Whether an operation exists, and whether it is still needed.
enum OperationPhase: Hashable, Sendable {
    /// The server has not named an operation: Execute starts one.
    case unnamed
    /// The operation has a name, by which WaitExecution resumes it and CancelOperation cancels it.
    case named(String)
    /// The operation is no longer needed, for this reason. Without a name it cannot be cancelled yet.
    case abandoned(Trouble, name: String?)
    case ended(Result<RemoteEnd, Trouble>)

    /// The name by which the operation can be resumed or cancelled; nil if there is none.
    var name: String? {
        switch self {
        case .unnamed, .ended: nil
        case .named(let name): name
        case .abandoned(_, let name): name
        }
    }

    /// Whether the call should receive more messages: not if the operation is abandoned and can be cancelled.
    var acceptsMessages: Bool {
        if case .abandoned = self { awaitsName } else { true }
    }

    /// Whether the call has to continue until the operation can be cancelled.
    var awaitsName: Bool {
        if case .abandoned(_, name: nil) = self { true } else { false }
    }

    /// Records the name that the server gave the operation.
    mutating func receive(name: String) {
        switch self {
        case .unnamed, .named: self = .named(name)
        case .abandoned(let reason, _): self = .abandoned(reason, name: name)
        case .ended: break
        }
    }

    /// Records that the operation is no longer needed. The first reason is kept.
    mutating func abandon(_ reason: Trouble) {
        switch self {
        case .unnamed: self = .abandoned(reason, name: nil)
        case .named(let name): self = .abandoned(reason, name: name)
        case .abandoned, .ended: break
        }
    }

    /// Records that the server lost the operation: Execute starts another one.
    mutating func lose() {
        if case .named = self { self = .unnamed }
    }
}

/// Whether a worker runs an operation.
enum OperationStage: Hashable, Sendable {
    /// No worker has started the operation.
    case queued(since: SuspendingClock.Instant)
    case running
    /// The operation's worker stopped, or the server lost the operation.
    case requeued(since: SuspendingClock.Instant)

    /// The time at which the operation began to wait for a worker; nil while it runs.
    var waitsSince: SuspendingClock.Instant? {
        switch self {
        case .queued(let start), .requeued(let start): start
        case .running: nil
        }
    }

    /// The change of the stage by an update.
    enum Change: Hashable, Sendable {
        case none
        /// A worker started the operation for the first time.
        case started
        /// A worker started the operation again.
        case restarted
        case stopped
    }

    mutating func update(isRunning: Bool, at time: SuspendingClock.Instant) -> Change {
        switch (self, isRunning) {
        case (.queued, false), (.requeued, false), (.running, true): return .none
        case (.queued, true):
            self = .running
            return .started
        case (.requeued, true):
            self = .running
            return .restarted
        case (.running, false):
            self = .requeued(since: time)
            return .stopped
        }
    }
}
