// Running actions over the Remote Execution API. `Execute` answers with a stream that tells of an operation until it is
// done; when the stream breaks, `WaitExecution` takes it up again under the operation's name. An operation goes on without
// listeners, so who no longer wants it cancels it.

public import Basics
import Foundation
public import Store
import SwiftProtobuf
import Synchronization

/// Workers that are spoken to in gRPC.
public struct GRPCWorkers: RemoteWorkers {
    private let server: GRPCServer

    private static let service = "build.bazel.remote.execution.v2.Execution"
    public var name: String { server.address.text }

    /// - Parameter server: should not be the one of the cache beside them: what waits for workers takes up connections.
    public init(_ server: GRPCServer) { self.server = server }

    public func run(
        _ action: Digest, again: Bool, begins: @escaping @Sendable () -> Void
    ) async throws(RemoteError) -> RemoteEnd {
        guard try await server.capabilities().runsActions else { throw .refused(reason: "that it runs no actions") }
        let watch = OperationWatch(begins)
        var failures = 0
        while true {
            let heard = watch.heard
            let fault = await listen(watch, action, again)
            if let end = watch.end { return try end.get() }
            if Task.isCancelled {
                await cancel(watch.name)
                throw .cancelled
            }
            // Whoever says something before it breaks off, or falls silent, is alive: an operation may take its time.
            let isAlive = watch.heard > heard
            failures = isAlive ? 1 : failures + 1
            if case .status(let status) = fault, status.code == .notFound, watch.name != nil {
                watch.forget()
            } else if let fault, !fault.isWorthListening(isAlive) || failures >= server.channel.attempts {
                throw fault.remote
            } else if failures >= server.channel.attempts {
                throw .malformed(reason: "it ends what it has not finished")
            }
            _ = await server.channel.rest(before: failures + 1)
        }
    }

    /// Begins the operation, or takes it up again.
    private func listen(_ watch: OperationWatch, _ action: Digest, _ again: Bool) async -> GRPCFault? {
        let take: @Sendable (WireOperation) -> Bool = { operation in
            watch.take(operation)
            return true
        }
        if let name = watch.name {
            return await server.channel.stream(
                "\(Self.service)/WaitExecution", WireWaitExecutionRequest.with { $0.name = name }, each: take)
        }
        let request = WireExecuteRequest.with {
            ($0.instanceName, $0.skipCacheLookup) = (server.instance, again)
            $0.actionDigest = WireDigest(action)
        }
        return await server.channel.stream("\(Self.service)/Execute", request, each: take)
    }

    /// Ends it there. The task is cancelled, so the call is another one's; it has a few seconds.
    private func cancel(_ name: String?) async {
        guard let name else { return }
        let channel = server.channel
        await Task.detached {
            _ = await channel.bytes(
                "google.longrunning.Operations/CancelOperation", WireCancelOperationRequest.with { $0.name = name },
                deadline: 3)
        }.value
    }
}

extension GRPCFault {
    /// Whether an operation may go on all the same, at a server that said something or nothing.
    fileprivate func isWorthListening(_ isAlive: Bool) -> Bool {
        switch self {
        case .http(.timedOut): isAlive
        case .http, .httpStatus, .status, .malformed, .cancelled: isWorthARetry
        }
    }
}

/// What is heard of an operation.
private final class OperationWatch: Sendable {
    private struct State {
        var name: String?
        var end: Result<RemoteEnd, RemoteError>?
        var heard = 0
        var hasBegun = false
    }

    private let state = Mutex(State())
    private let begins: @Sendable () -> Void

    init(_ begins: @escaping @Sendable () -> Void) { self.begins = begins }

    var name: String? { state.withLock { $0.name } }
    var end: Result<RemoteEnd, RemoteError>? { state.withLock { $0.end } }
    /// How many messages came.
    var heard: Int { state.withLock { $0.heard } }

    /// Nobody knows the operation any more: it begins anew.
    func forget() { state.withLock { $0.name = nil } }

    func take(_ operation: WireOperation) {
        let metadata = try? WireExecuteOperationMetadata(serializedBytes: operation.metadata.value)
        let begins = state.withLock { state in
            state.heard += 1
            if !operation.name.isEmpty { state.name = operation.name }
            if operation.done { state.end = Self.end(of: operation) }
            // Some servers tell of no stages.
            let isBegun = [nil, .unknown, .executing].contains(metadata?.stage)
            defer { state.hasBegun = state.hasBegun || isBegun }
            return isBegun && !state.hasBegun
        }
        if begins { self.begins() }
    }

    private static func end(of operation: WireOperation) -> Result<RemoteEnd, RemoteError> {
        if operation.hasError { return end(GRPCStatus(operation.error)) }
        guard let response = try? WireExecuteResponse(serializedBytes: operation.response.value) else {
            return .failure(.malformed(reason: "an operation that is done without a response"))
        }
        let status = GRPCStatus(response.status)
        return status.code == .ok ? .success(.ended([UInt8](response.result))) : end(status)
    }

    private static func end(_ status: GRPCStatus) -> Result<RemoteEnd, RemoteError> {
        switch status.code {
        case .deadlineExceeded: .success(.timedOut)
        case .failedPrecondition: .success(.lacksInputs)
        default: .failure(GRPCFault.status(status).remote)
        }
    }
}
