// Runs actions by the Remote Execution API. `Execute` answers with a stream of an operation's states until the
// operation is done; when the stream breaks, `WaitExecution` resumes it by the operation's name. An operation continues
// without listeners, so an operation that is no longer needed is cancelled.
//
// All waits are bounded. If the server or the operation disappears, Execute is sent up to three times. An action that
// no worker starts is abandoned when no action of this run has been on the workers for a while. The caller limits the
// time for which an action may run.

public import Basics
import Network
public import Store
import SwiftProtobuf

/// The workers of a server of the Remote Execution API.
public struct GRPCWorkers: RemoteWorkers {
    private let server: GRPCServer
    private let health: ServerHealth
    private let queue: WorkerQueue

    private static let service = "build.bazel.remote.execution.v2.Execution"
    /// The time limit, in seconds, of the call that cancels an operation.
    private static let cancellationLimit = 3

    public var name: String { server.address.text }
    public var isUp: Bool { health.isUp }

    /// - Parameters:
    ///   - server: a server object that no cache uses, because calls that wait for workers occupy connections.
    ///   - queueing: a waiting action is abandoned after this number of seconds in which none of the actions that this
    ///     value runs is on the workers.
    ///   - warn: receives one line for each kind of network trouble.
    public init(
        _ server: GRPCServer, queueing: Double = 600, warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.server = server
        health = ServerHealth(of: server.address.text, as: .workers, warn: warn)
        queue = WorkerQueue(limit: queueing)
    }

    public func report(_ error: RemoteError) { health.report(error) }

    public func run(
        _ action: Digest, again: Bool, begins: @escaping @Sendable () -> Void
    ) async throws(RemoteError) -> RemoteEnd {
        try await health.run { await end(of: action, again, begins) }.mapError { RemoteError($0) }.get()
    }

    private func end(
        of action: Digest, _ again: Bool, _ begins: @escaping @Sendable () -> Void
    ) async -> Result<RemoteEnd, Trouble> {
        switch await server.capabilities() {
        case .failure(let trouble): return .failure(trouble)
        case .success(let known):
            guard known.runsActions else {
                return .failure(Trouble(.call(GRPCStatus(code: .unimplemented, message: "the server runs no actions"))))
            }
        }
        let watch = OperationWatch(queue, begins)
        let work = Task { await follow(watch, action, again) }
        let guardian = Task { await abandonUnstarted(work, watch) }
        defer { guardian.cancel() }
        return await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            Self.abandon(work, watch, .cancelled)
        }
    }

    private typealias Work = Task<Result<RemoteEnd, Trouble>, Never>

    /// Starts an operation, waits for its end and returns it. Broken connections and restarts of the server do not end
    /// the operation.
    private func follow(
        _ watch: OperationWatch, _ action: Digest, _ again: Bool
    ) async -> Result<RemoteEnd, Trouble> {
        var attempts = OperationAttempts(server.channel.retries)
        while true {
            let messages = watch.messages
            let trouble = await listen(watch, action, again)
            let isAlive = watch.messages > messages ? true : await isAlive(after: trouble, watch)
            let phase = watch.phase
            switch attempts.next(after: trouble, isAlive: isAlive, in: phase) {
            case .end(let result):
                // An operation that the server lost cannot be cancelled.
                if trouble?.code != .notFound { await cancel(phase.name) }
                return result
            case .restart:
                watch.lose()
                _ = await server.channel.retries.pause(after: 0, trouble, on: .live)
            case .retry(let failures):
                _ = await server.channel.retries.pause(after: failures, trouble, on: .live)
            }
        }
    }

    /// Returns whether a server that sent no message answers another call: some servers send no messages while an
    /// operation runs.
    private func isAlive(after trouble: Trouble?, _ watch: OperationWatch) async -> Bool {
        guard trouble?.cause == .timedOut, watch.phase.name != nil else { return false }
        return await server.answers()
    }

    /// Starts or resumes the operation and receives its messages; returns the trouble that ended the call.
    private func listen(_ watch: OperationWatch, _ action: Digest, _ again: Bool) async -> Trouble? {
        switch watch.phase {
        case .abandoned, .ended: return .cancelled
        case .named(let name):
            return await stream("WaitExecution", WireWaitExecutionRequest.with { $0.name = name }, watch)
        case .unnamed:
            let request = WireExecuteRequest.with {
                ($0.instanceName, $0.skipCacheLookup) = (server.instance, again)
                $0.actionDigest = WireDigest(action)
            }
            return await stream("Execute", request, watch)
        }
    }

    /// Receives the messages of a call; returns the trouble that ended it, nil when the server ended it without an
    /// error.
    private func stream(_ method: String, _ request: some Message, _ watch: OperationWatch) async -> Trouble? {
        let ended = await server.channel.stream(
            "\(Self.service)/\(method)", request, isPatient: true, each: watch.receive)
        return if case .failure(let trouble) = ended { trouble } else { nil }
    }

    // MARK: Cancelling

    /// Abandons an action that no worker starts.
    private func abandonUnstarted(_ work: Work, _ watch: OperationWatch) async {
        while !Task.isCancelled {
            let left = watch.left
            guard left > 0 else {
                return Self.abandon(work, watch, Trouble(.noWorker(seconds: Int(queue.limit.rounded()))))
            }
            try? await Task.sleep(for: .seconds(min(left, 1)))
        }
    }

    /// Ends the call. If the first message, which names the operation to cancel, has not arrived, the call ends after
    /// that message, or after a few seconds.
    private static func abandon(_ work: Work, _ watch: OperationWatch, _ reason: Trouble) {
        if watch.abandon(reason) { return work.cancel() }
        Task {
            try? await Task.sleep(for: .seconds(cancellationLimit))
            work.cancel()
        }
    }

    /// Cancels the operation. The current task may be cancelled, so another task makes the call.
    private func cancel(_ name: String?) async {
        guard let name else { return }
        let channel = server.channel
        await Task.detached {
            _ = await channel.bytes(
                "google.longrunning.Operations/CancelOperation", WireCancelOperationRequest.with { $0.name = name },
                deadline: Self.cancellationLimit)
        }.value
    }
}
