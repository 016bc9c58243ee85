// The states of an operation on a server, as values without effects. `OperationWatch` keeps them between threads.

import Network
import Store

/// Whether an operation exists, and whether it is still wanted.
enum OperationPhase: Hashable, Sendable {
    /// The server has not named an operation: Execute starts one.
    case unnamed
    /// The operation has a name, by which WaitExecution resumes it and CancelOperation cancels it.
    case named(String)
    /// It is no longer wanted, for this reason. Without a name it cannot be cancelled yet.
    case abandoned(Trouble, name: String?)
    case ended(Result<RemoteEnd, Trouble>)

    /// The name by which the operation can be resumed or cancelled.
    var name: String? {
        switch self {
        case .unnamed, .ended: nil
        case .named(let name): name
        case .abandoned(_, let name): name
        }
    }

    /// Whether the call should continue.
    var wantsMessages: Bool {
        if case .abandoned = self { awaitsName } else { true }
    }

    /// Whether the call has to continue until the operation can be cancelled.
    var awaitsName: Bool {
        if case .abandoned(_, name: nil) = self { true } else { false }
    }

    /// The server named the operation.
    mutating func receive(name: String) {
        switch self {
        case .unnamed, .named: self = .named(name)
        case .abandoned(let reason, _): self = .abandoned(reason, name: name)
        case .ended: break
        }
    }

    /// The operation is no longer wanted. The first reason counts.
    mutating func abandon(_ reason: Trouble) {
        switch self {
        case .unnamed: self = .abandoned(reason, name: nil)
        case .named(let name): self = .abandoned(reason, name: name)
        case .abandoned, .ended: break
        }
    }

    /// The server lost the operation: Execute starts another one.
    mutating func lose() {
        if case .named = self { self = .unnamed }
    }
}

/// Whether a worker runs an operation.
enum OperationStage: Hashable, Sendable {
    /// No worker has started it.
    case queued(since: SuspendingClock.Instant)
    case running
    /// Its worker stopped, or the server lost it.
    case requeued(since: SuspendingClock.Instant)

    /// When it began to wait for a worker; nil while it runs.
    var waitsSince: SuspendingClock.Instant? {
        switch self {
        case .queued(let start), .requeued(let start): start
        case .running: nil
        }
    }

    /// What an update changed.
    enum Change: Hashable, Sendable {
        case none
        /// A worker started it for the first time.
        case started
        /// Another worker started it.
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
