import Network
import Store
import SwiftProtobuf
import Synchronization

/// The state of an operation by its messages, and whether it is still wanted.
final class OperationWatch: Sendable {
    private struct State {
        var name: String?
        var end: Result<RemoteEnd, Trouble>?
        var heard = 0
        var hasBegun = false
        /// Nil while a worker is at it.
        var waitsSince: SuspendingClock.Instant? = .now
        var reasonToLeave: Trouble?
    }

    private let state = Mutex(State())
    private let queue: WorkerQueue
    private let begins: @Sendable () -> Void

    init(_ queue: WorkerQueue, _ begins: @escaping @Sendable () -> Void) {
        self.queue = queue
        self.begins = begins
    }

    /// Its worker is free.
    deinit { state.withLock { Self.set(isRunning: false, &$0, queue) } }

    var name: String? { state.withLock { $0.name } }
    var end: Result<RemoteEnd, Trouble>? { state.withLock { $0.end } }
    /// How many messages came.
    var heard: Int { state.withLock { $0.heard } }
    /// Why it is no longer wanted.
    var reasonToLeave: Trouble? { state.withLock { $0.reasonToLeave } }
    /// The seconds that it may still wait for a worker.
    var left: Double { state.withLock { $0.waitsSince }.map(queue.left) ?? queue.limit }

    /// The server lost the operation: it begins anew.
    func forget() {
        state.withLock { state in
            state.name = nil
            Self.set(isRunning: false, &state, queue)
        }
    }

    /// It is no longer wanted. False while its name, which a cancellation needs, is unknown.
    func leave(_ reason: Trouble) -> Bool {
        state.withLock { state in
            state.reasonToLeave = state.reasonToLeave ?? reason
            return state.name != nil
        }
    }

    /// False when no more messages are wanted: it has a name by which it can be cancelled.
    func take(_ operation: WireOperation) -> Bool {
        let metadata = try? WireExecuteOperationMetadata(serializedBytes: operation.metadata.value)
        let (begins, goesOn) = state.withLock { state in
            state.heard += 1
            if !operation.name.isEmpty { state.name = operation.name }
            if operation.done { state.end = Self.end(of: operation) }
            let begins = note(metadata?.stage, &state)
            return (begins, state.reasonToLeave == nil || state.name == nil)
        }
        if begins { self.begins() }
        return goesOn
    }

    /// Whether a worker begins with it, for the first time.
    private func note(_ stage: WireExecuteOperationMetadata.Stage?, _ state: inout State) -> Bool {
        switch stage {
        case .cacheCheck, .queued: Self.set(isRunning: false, &state, queue)
        case .completed, .UNRECOGNIZED: break
        // Some servers send no stages.
        case nil, .unknown, .executing: Self.set(isRunning: true, &state, queue)
        }
        defer { state.hasBegun = state.hasBegun || state.waitsSince == nil }
        return state.waitsSince == nil && !state.hasBegun
    }

    private static func set(isRunning: Bool, _ state: inout State, _ queue: WorkerQueue) {
        guard isRunning != (state.waitsSince == nil) else { return }
        state.waitsSince = isRunning ? nil : .now
        if isRunning { queue.began() } else { queue.ended() }
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
