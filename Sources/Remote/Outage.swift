import Store
import Synchronization

/// Whether the rest of many requests is worth sending: not after some in a row that were not answered well, nor when
/// nobody waits for it any more.
final class Outage: Sendable {
    /// As many as make a run do without a cache.
    private static let patience = 3

    private let state = Mutex<(row: Int, fault: RemoteError?)>((0, nil))

    /// What is left ends with this; nil while it is worth sending.
    var fault: RemoteError? { Task.isCancelled ? .cancelled : state.withLock(\.fault) }

    /// Sends something, or ends as what was sent before.
    func unless<Value>(
        _ send: () async -> Result<Value, RemoteError>
    ) async -> Result<Value, RemoteError> {
        if let fault { return .failure(fault) }
        let result = await send()
        if case .failure(let fault) = result { note(fault) } else { note(nil) }
        return result
    }

    func unless(_ send: () async -> RemoteError?) async -> RemoteError? {
        let result: Result<Void, RemoteError> = await unless { await send().map(Result.failure) ?? .success(()) }
        if case .failure(let fault) = result { return fault }
        return nil
    }

    /// How something ended that was sent: nil for well.
    func note(_ fault: RemoteError?) {
        state.withLock { state in
            switch fault {
            case .unreachable, .timedOut, .refused: state.row += 1
            case .denied: state.row = Self.patience
            case nil, .gone, .wrongBytes, .malformed, .store, .noWorker, .cancelled: state.row = 0
            }
            if state.row >= Self.patience { state.fault = state.fault ?? fault }
        }
    }
}
