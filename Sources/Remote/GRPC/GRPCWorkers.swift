// Running actions over the Remote Execution API. `Execute` answers with a stream that tells of an operation until it is
// done; when the stream breaks, `WaitExecution` takes it up again under the operation's name. An operation goes on
// without listeners, so who no longer wants it cancels it.
//
// Nothing is waited for without end: an action that loses its server, or its server it, is given to it three times; one
// that no worker begins with is taken back when none of this run's has been at work for a while. How long one may run
// is the caller's business.

public import Basics
import Network
public import Store
import SwiftProtobuf

/// Workers that are spoken to in gRPC.
public struct GRPCWorkers: RemoteWorkers {
    private let server: GRPCServer
    private let queue: WorkerQueue

    private static let service = "build.bazel.remote.execution.v2.Execution"
    /// How often an action is given to them, in one run of it.
    private static let mostExecutes = 3
    /// How many more attempts than others a call gets that takes up an operation: a server that restarts needs some
    /// seconds, and what ran there is worth them.
    private static let moreAttempts = 3
    /// Seconds for what is still to be said when nobody wants an action any more.
    private static let farewell = 3

    public var name: String { server.address.text }

    /// - Parameters:
    ///   - server: should not be the one of the cache beside them: what waits for workers takes up connections.
    ///   - queueing: the seconds in which no action of this value's runs there,
    ///     after which one that waits is taken back.
    public init(_ server: GRPCServer, queueing: Double = 600) {
        self.server = server
        queue = WorkerQueue(limit: queueing)
    }

    public func run(
        _ action: Digest, again: Bool, begins: @escaping @Sendable () -> Void
    ) async throws(RemoteError) -> RemoteEnd {
        guard try await server.capabilities().runsActions else { throw .refused(reason: "that it runs no actions") }
        let watch = OperationWatch(queue, begins)
        let work = Task { await follow(watch, action, again) }
        let guardian = Task { await takeBack(work, watch) }
        defer { guardian.cancel() }
        return try await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            Self.leave(work, watch, .cancelled)
        }.get()
    }

    private typealias Work = Task<Result<RemoteEnd, RemoteError>, Never>

    /// Waits for an operation, through whatever happens to connections and servers.
    private func follow(
        _ watch: OperationWatch, _ action: Digest, _ again: Bool
    ) async -> Result<RemoteEnd, RemoteError> {
        var (failures, executes) = (0, 0)
        while true {
            if watch.name == nil { executes += 1 }
            if executes > Self.mostExecutes { return .failure(.malformed(reason: "it loses what it runs")) }
            let heard = watch.heard
            let fault = await listen(watch, action, again)
            // Whoever says something before it breaks off, or falls silent, is alive: an operation may take its time.
            let isAlive = watch.heard > heard ? true : await isAlive(after: fault, watch)
            if let end = watch.end { return end }
            if let reason = watch.reasonToLeave {
                await cancel(watch.name)
                return .failure(reason)
            }
            failures = isAlive ? 1 : failures + 1
            let attempts = server.channel.attempts + (watch.name == nil ? 0 : Self.moreAttempts)
            if case .status(let status) = fault, status.code == .notFound, watch.name != nil {
                watch.forget()
                failures = 0
            } else if case .status(let status) = fault, status.code == .failedPrecondition {
                await cancel(watch.name)
                return .success(.lacksInputs(GRPCFault.status(status).remote))
            } else if failures >= attempts || fault?.isWorthListening(isAlive, hasName: watch.name != nil) == false {
                await cancel(watch.name)
                return .failure(fault?.remote ?? .malformed(reason: "it ends what it has not finished"))
            }
            _ = await server.channel.rest(before: failures + 1)
        }
    }

    /// Whether a server that was silent answers something else: of an operation that runs some say
    /// nothing until it is over.
    private func isAlive(after fault: GRPCFault?, _ watch: OperationWatch) async -> Bool {
        guard case .http(.timedOut) = fault, watch.name != nil else { return false }
        return await server.answers()
    }

    /// Begins the operation, or takes it up again.
    private func listen(_ watch: OperationWatch, _ action: Digest, _ again: Bool) async -> GRPCFault? {
        guard watch.reasonToLeave == nil else { return .cancelled }
        if let name = watch.name {
            return await server.channel.stream(
                "\(Self.service)/WaitExecution", WireWaitExecutionRequest.with { $0.name = name }, isPatient: true,
                each: watch.take)
        }
        let request = WireExecuteRequest.with {
            ($0.instanceName, $0.skipCacheLookup) = (server.instance, again)
            $0.actionDigest = WireDigest(action)
        }
        return await server.channel.stream("\(Self.service)/Execute", request, isPatient: true, each: watch.take)
    }

    // MARK: Leaving

    /// Takes an action back that no worker begins with.
    private func takeBack(_ work: Work, _ watch: OperationWatch) async {
        while !Task.isCancelled {
            let left = watch.left
            guard left > 0 else { return Self.leave(work, watch, .noWorker(seconds: Int(queue.limit.rounded()))) }
            try? await Task.sleep(for: .seconds(min(left, 1)))
        }
    }

    /// Ends the call; where nothing is heard yet of the operation that it begins, after the first message, which names
    /// what is to be cancelled.
    private static func leave(_ work: Work, _ watch: OperationWatch, _ reason: RemoteError) {
        if watch.leave(reason) { return work.cancel() }
        Task {
            try? await Task.sleep(for: .seconds(farewell))
            work.cancel()
        }
    }

    /// Ends it there. The task may be cancelled, so the call is another one's.
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

extension GRPCFault {
    /// What a server says of whoever asks, and will say again.
    private static let final: Set<GRPCStatus.Code> = [
        .permissionDenied, .unauthenticated, .invalidArgument, .unimplemented,
    ]

    /// Whether an operation may go on all the same, at a server that said something or nothing: one that has a name
    /// goes on whatever became of the call that tells of it.
    fileprivate func isWorthListening(_ isAlive: Bool, hasName: Bool) -> Bool {
        switch self {
        case .http(.timedOut): isAlive
        case .status(let status) where hasName:
            !Self.final.contains(status.code)
        case .malformed: hasName
        case .http, .httpStatus, .status, .cancelled: isWorthARetry
        }
    }
}
