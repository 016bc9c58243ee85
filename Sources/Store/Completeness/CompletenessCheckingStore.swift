public import Actions
public import Basics

/// Returns only complete results. An incomplete one counts as none, so the action runs again.
///
/// For runs that must leave a complete store, such as those that warm a cache: every look-up checks each blob.
public struct CompletenessCheckingStore: StoreDecorator {
    public let base: any FileStore
    private let check: CompletenessCheck

    public init(_ base: any FileStore) {
        self.base = base
        check = CompletenessCheck(of: base)
    }

    public func result(of action: Digest) async throws(StoreError) -> ActionResult? {
        guard let result = try await base.result(of: action) else { return nil }
        return try await check.isComplete(result) ? result : nil
    }

    /// Checks the blobs of all results together.
    public func prefetchResults(_ actions: [Digest]) async throws(StoreError) {
        try await base.prefetchResults(actions)
        var results: [Digest: ActionResult] = [:]
        for action in actions { results[action] = try await base.result(of: action) }
        _ = try await check.lacking(results)
    }
}
