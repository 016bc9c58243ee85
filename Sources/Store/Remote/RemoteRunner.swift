// Runs an action on workers: uploads the inputs that the workers' cache lacks, and leaves the outputs in that cache
// until this machine needs them. RemoteStore verifies the results of workers like those of caches.

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

    /// The end of an action.
    public enum End: Sendable {
        /// The action succeeded; the cache has the result's blobs, and this machine has some of them.
        case succeeded(ActionResult)
        /// The action failed with this status; the log is on this machine.
        case failed(status: Int, log: Digest?, seconds: Double)
        case timedOut
        /// Neither this machine nor the cache has an input.
        case lost(Digest)
        /// The workers did not run the action; a warning has the reason.
        case refused
        case cancelled
    }

    /// Whether the workers and their cache still accept requests.
    public var isUp: Bool { workers.isUp && store.remote.isUp }

    /// Runs an action. `begins` is called when a worker starts the action, and again when another worker restarts it.
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
        var reason = "the cache loses inputs or outputs"
        for _ in 1...3 {
            let inputs = try await turns.take { () async throws(RemoteError) in
                try await self.store.uploadInputs(action)
            }
            switch try await workers.run(key, again: again, begins: begins) {
            case .timedOut: return .timedOut
            // The cache lost a blob that it had a moment ago.
            case .lacksInputs(let words):
                store.forget(inputs)
                reason = words
            case .ended(let bytes):
                if let end = try await store.received(bytes, for: key) { return end }
                // The workers returned a stored result, and the cache has lost some of its blobs.
                again = true
            }
        }
        throw .rejected(reason)
    }
}

/// Runs uploads one after the other, so that inputs that several actions share are uploaded once.
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
