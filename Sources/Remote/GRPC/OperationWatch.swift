import Network
import Store
import SwiftProtobuf
import Synchronization

/// The phase and stage of an operation, which are updated by the operation's messages.
final class OperationWatch: Sendable {
    private struct State {
        var phase = OperationPhase.unnamed
        var stage = OperationStage.queued(since: .now)
        var messages = 0
    }

    private let state = Mutex(State())
    private let queue: WorkerQueue
    private let begins: @Sendable () -> Void

    init(_ queue: WorkerQueue, _ begins: @escaping @Sendable () -> Void) {
        self.queue = queue
        self.begins = begins
    }

    /// Counts the operation as ended in the queue.
    deinit { state.withLock { _ = update(isRunning: false, &$0) } }

    var phase: OperationPhase { state.withLock { $0.phase } }
    /// The number of received messages.
    var messages: Int { state.withLock { $0.messages } }
    /// The seconds that the operation may still wait for a worker.
    var left: Double { state.withLock { $0.stage.waitsSince }.map(queue.left) ?? queue.limit }

    /// Records that the server lost the operation.
    func lose() {
        state.withLock { state in
            state.phase.lose()
            _ = update(isRunning: false, &state)
        }
    }

    /// Records that the operation is no longer needed. Returns whether the call can end now: not if the operation has
    /// no name yet, by which it can be cancelled.
    func abandon(_ reason: Trouble) -> Bool {
        state.withLock { state in
            state.phase.abandon(reason)
            return !state.phase.awaitsName
        }
    }

    /// Processes a message; returns false if the call should receive no more messages.
    func receive(_ operation: WireOperation) -> Bool {
        let metadata = try? WireExecuteOperationMetadata(serializedBytes: operation.metadata.value)
        let (change, acceptsMessages) = state.withLock { state in
            state.messages += 1
            if !operation.name.isEmpty { state.phase.receive(name: operation.name) }
            let acceptsMessages = state.phase.acceptsMessages
            if operation.done { state.phase = .ended(Self.end(of: operation)) }
            return (update(metadata?.stage, &state), acceptsMessages)
        }
        if change == .started { begins() }
        return acceptsMessages
    }

    private func update(_ stage: WireExecuteOperationMetadata.Stage?, _ state: inout State) -> OperationStage.Change {
        switch stage {
        case .cacheCheck, .queued: update(isRunning: false, &state)
        case .completed, .UNRECOGNIZED: .none
        // Some servers send no stages.
        case nil, .unknown, .executing: update(isRunning: true, &state)
        }
    }

    private func update(isRunning: Bool, _ state: inout State) -> OperationStage.Change {
        let change = state.stage.update(isRunning: isRunning, at: .now)
        switch change {
        case .none: break
        case .started, .restarted: queue.began()
        case .stopped: queue.ended()
        }
        return change
    }

    // MARK: Ends

    private static func end(of operation: WireOperation) -> Result<RemoteEnd, Trouble> {
        if operation.hasError { return end(GRPCStatus(operation.error)) }
        guard let response = try? WireExecuteResponse(serializedBytes: operation.response.value) else {
            return .failure(Trouble(.malformed("an operation that is done without a response")))
        }
        let status = GRPCStatus(response.status)
        return status.code == .ok ? .success(.ended([UInt8](response.result))) : end(status)
    }

    private static func end(_ status: GRPCStatus) -> Result<RemoteEnd, Trouble> {
        let trouble = Trouble(status) ?? Trouble(.malformed("an operation that failed without an error"))
        return switch status.code {
        case .deadlineExceeded: .success(.timedOut)
        case .failedPrecondition: .success(.lacksInputs("\(trouble)"))
        default: .failure(trouble)
        }
    }
}
