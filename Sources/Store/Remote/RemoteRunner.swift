// Running an action elsewhere: its missing inputs go to the cache there, and its outputs stay there until they are
// needed. Results of workers are verified like those of caches, see RemoteStore.

public import Actions
public import Basics
import Synchronization

/// Runs actions on workers that share a cache with this machine.
public final class RemoteRunner: Sendable {
    private let store: RemoteStore
    private let workers: any RemoteWorkers
    private let turns = Turns()

    public init(_ store: RemoteStore, _ workers: any RemoteWorkers) {
        self.store = store
        self.workers = workers
    }

    /// How it ended.
    public enum End: Sendable {
        /// It succeeded; the result's blobs are there, and some are here.
        case succeeded(ActionResult)
        /// It failed with this status; the log is here.
        case failed(status: Int, log: Digest?, seconds: Double)
        case timedOut
        /// An input is neither here nor there.
        case lost(Digest)
        /// It did not run there; a warning said why.
        case refused
        case cancelled
    }

    /// Whether it is worth trying.
    public var isUp: Bool { workers.isUp && store.remote.isUp }

    /// Runs an action; `begins` is called when a worker begins with it, and perhaps again when another one does.
    public func run(
        _ action: Action, key: Digest, again: Bool, begins: @escaping @Sendable () -> Void
    ) async throws(StoreError) -> End {
        guard isUp else { return .refused }
        do throws(RemoteError) {
            return try await attempts(action, key, again, begins)
        } catch {
            if error == .cancelled || Task.isCancelled { return .cancelled }
            if case .store(let fault) = error {
                guard case .missing(let digest) = fault else { throw fault }
                return .lost(digest)
            }
            workers.report(error)
            return .refused
        }
    }

    private func attempts(
        _ action: Action, _ key: Digest, _ again: Bool, _ begins: @escaping @Sendable () -> Void
    ) async throws(RemoteError) -> End {
        var again = again
        var reason = "it loses what it is given or made"
        for _ in 1...3 {
            let inputs = try await turns.take { () async throws(RemoteError) in
                try await self.store.uploadInputs(action)
            }
            switch try await workers.run(key, again: again, begins: begins) {
            case .timedOut: return .timedOut
            // The cache has dropped what it held a moment ago.
            case .lacksInputs(let words):
                store.forget(inputs)
                reason = words
            case .ended(let bytes):
                if let end = try await store.received(bytes, for: key) { return end }
                // A result that was known there, and no longer whole.
                again = true
            }
        }
        throw .rejected(reason)
    }
}

/// One after the other: so nothing goes over twice that several need.
private actor Turns {
    private var last: Task<Void, Never>?

    func take<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(RemoteError) -> Value
    ) async throws(RemoteError) -> Value {
        let before = last
        let task = Task { () -> Result<Value, RemoteError> in
            await before?.value
            do throws(RemoteError) { return .success(try await work()) } catch { return .failure(error) }
        }
        last = Task { _ = await task.value }
        return try await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }.get()
    }
}
