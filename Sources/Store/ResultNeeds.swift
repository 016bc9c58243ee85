import Actions
public import Basics
import Synchronization

extension DiskStore {
    /// Those of the actions of which there is a result that lacks blobs. Whether their bytes are right takes reading
    /// them, see `verify`.
    public func incomplete(_ actions: [Digest]) async throws(StoreError) -> Set<Digest> {
        var results: [Digest: ActionResult] = [:]
        for action in actions { results[action] = try result(of: action) }
        return Set(try await CompletenessCheck(of: self).lacking(results).keys)
    }
}

extension RemoteStore {
    /// The same; what the cache holds is not lost. One that cannot be asked holds nothing.
    public func incomplete(_ actions: [Digest]) async throws(StoreError) -> Set<Digest> {
        var results: [Digest: ActionResult] = [:]
        for action in actions {
            let known = state.withLock { $0.results[action] ?? nil }
            results[action] = try local.result(of: action) ?? known
        }
        return Set(try await CompletenessCheck(of: self).lacking(results).keys)
    }
}
