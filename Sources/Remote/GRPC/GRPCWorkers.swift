// Running actions over the Remote Execution API. `Execute` answers with a stream of an operation's states until it is
// done; when the stream breaks, `WaitExecution` resumes it under the operation's name. An operation goes on without
// listeners, so an action that is no longer wanted is cancelled.
//
// All waits are bounded: Execute is sent up to three times if the server or the operation disappears; an action that no
// worker begins is taken back when no action of this run has been at work for a while. How long one may run is the
// caller's business.

public import Basics
import Network
public import Store
import SwiftProtobuf

/// Workers that are spoken to in gRPC.
public struct GRPCWorkers: RemoteWorkers {
    private let server: GRPCServer
    private let health: ServerHealth
    private let queue: WorkerQueue

    private static let service = "build.bazel.remote.execution.v2.Execution"
    /// How often Execute is sent for one run of an action.
    private static let mostExecutes = 3
    /// How many more attempts than others a call gets that takes up an operation: a server that restarts needs some
    /// seconds, and what ran there is worth them.
    private static let moreAttempts = 3
    /// Seconds for the last calls about an action that is no longer wanted.
    private static let farewell = 3

    public var name: String { server.address.text }
    public var isUp: Bool { health.isUp }

    /// - Parameters:
    ///   - server: should not be the one of the cache beside them: what waits for workers takes up connections.
    ///   - queueing: the seconds in which no action of this value's runs there,
    ///     after which one that waits is taken back.
    ///   - warn: is given one line for each kind of trouble.
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
        let guardian = Task { await takeBack(work, watch) }
        defer { guardian.cancel() }
        return await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            Self.leave(work, watch, .cancelled)
        }
    }

    private typealias Work = Task<Result<RemoteEnd, Trouble>, Never>

    /// Waits for an operation, through whatever happens to connections and servers.
    private func follow(
        _ watch: OperationWatch, _ action: Digest, _ again: Bool
    ) async -> Result<RemoteEnd, Trouble> {
        var (failures, executes) = (0, 0)
        while true {
            if watch.name == nil { executes += 1 }
            if executes > Self.mostExecutes { return .failure(Trouble(.malformed("it loses what it runs"))) }
            let heard = watch.heard
            let trouble = await listen(watch, action, again)
            // A server that sent a message before the stream ended is alive: an operation may take its time.
            let isAlive = watch.heard > heard ? true : await isAlive(after: trouble, watch)
            if let end = watch.end { return end }
            if let reason = watch.reasonToLeave {
                await cancel(watch.name)
                return .failure(reason)
            }
            failures = isAlive ? 1 : failures + 1
            let attempts = server.channel.retries.attempts + (watch.name == nil ? 0 : Self.moreAttempts)
            if trouble?.code == .notFound, watch.name != nil {
                watch.forget()
                failures = 0
            } else if let trouble, trouble.code == .failedPrecondition {
                await cancel(watch.name)
                return .success(.lacksInputs("\(trouble)"))
            } else if failures >= attempts || trouble.map({ isFinal($0, watch, isAlive) }) == true {
                await cancel(watch.name)
                return .failure(trouble ?? Trouble(.malformed("it ends what it has not finished")))
            }
            _ = await server.channel.retries.pause(after: failures, trouble, on: .live)
        }
    }

    /// Whether a server that sent nothing answers another call: some send nothing while an operation runs.
    private func isAlive(after trouble: Trouble?, _ watch: OperationWatch) async -> Bool {
        guard trouble?.cause == .timedOut, watch.name != nil else { return false }
        return await server.answers()
    }

    /// Begins the operation, or takes it up again.
    private func listen(_ watch: OperationWatch, _ action: Digest, _ again: Bool) async -> Trouble? {
        guard watch.reasonToLeave == nil else { return .cancelled }
        if let name = watch.name {
            return await stream("WaitExecution", WireWaitExecutionRequest.with { $0.name = name }, watch)
        }
        let request = WireExecuteRequest.with {
            ($0.instanceName, $0.skipCacheLookup) = (server.instance, again)
            $0.actionDigest = WireDigest(action)
        }
        return await stream("Execute", request, watch)
    }

    /// Nil when the server ended the call well.
    private func stream(_ method: String, _ request: some Message, _ watch: OperationWatch) async -> Trouble? {
        let ended = await server.channel.stream(
            "\(Self.service)/\(method)", request, isPatient: true, each: watch.take)
        return if case .failure(let trouble) = ended { trouble } else { nil }
    }

    /// A server answers these to a client each time.
    private static let final: Set<GRPCStatus.Code> = [
        .permissionDenied, .unauthenticated, .invalidArgument, .unimplemented,
    ]

    /// Whether it is not worth listening any longer. An operation that has a name goes on after a call that ended.
    private func isFinal(_ trouble: Trouble, _ watch: OperationWatch, _ isAlive: Bool) -> Bool {
        if trouble.cause == .timedOut { return !isAlive }
        if watch.name != nil {
            if let code = trouble.code { return Self.final.contains(code) }
            if case .malformed = trouble.cause { return false }
        }
        return !server.channel.retries.retries(trouble)
    }

    // MARK: Leaving

    /// Takes an action back that no worker begins with.
    private func takeBack(_ work: Work, _ watch: OperationWatch) async {
        while !Task.isCancelled {
            let left = watch.left
            guard left > 0 else {
                return Self.leave(work, watch, Trouble(.noWorker(seconds: Int(queue.limit.rounded()))))
            }
            try? await Task.sleep(for: .seconds(min(left, 1)))
        }
    }

    /// Ends the call; before its first message, which names the operation to cancel, only after that message or a few
    /// seconds.
    private static func leave(_ work: Work, _ watch: OperationWatch, _ reason: Trouble) {
        if watch.leave(reason) { return work.cancel() }
        Task {
            try? await Task.sleep(for: .seconds(farewell))
            work.cancel()
        }
    }

    /// Cancels the operation. The task may be cancelled, so another task makes the call.
    private func cancel(_ name: String?) async {
        guard let name else { return }
        let channel = server.channel
        await Task.detached {
            _ = await channel.bytes(
                "google.longrunning.Operations/CancelOperation", WireCancelOperationRequest.with { $0.name = name },
                deadline: Self.farewell)
        }.value
    }
}
