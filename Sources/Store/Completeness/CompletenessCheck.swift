public import Actions
public import Basics

/// The only test of completeness: a result is complete when every blob to which it refers is available, including the
/// blobs in its trees.
///
/// Available blobs are cached for the lifetime of the object, because many results share trees and blobs.
public actor CompletenessCheck {
    private var reach: ResultReach
    /// Returns the blobs, among the given ones, that are not available.
    private let lost: @Sendable (Set<Digest>) async throws(StoreError) -> Set<Digest>
    private let includesFolders: Bool
    private var present: Set<Digest> = []

    /// - Parameters:
    ///   - store: contains the trees.
    ///   - includingFolders: whether the `Directory` messages of trees count.
    ///   - lost: returns the blobs, among the given ones, that are not available.
    init(
        in store: any BlobStore, includingFolders: Bool = true,
        lost: @escaping @Sendable (Set<Digest>) async throws(StoreError) -> Set<Digest>
    ) {
        reach = ResultReach(store: store)
        includesFolders = includingFolders
        self.lost = lost
    }

    /// Makes a check that asks the store which blobs are available. It reads only trees.
    public init(of store: any BlobStore) {
        self.init(in: store) { (digests) async throws(StoreError) in try await store.unavailable(Array(digests)) }
    }

    /// Makes a check that also reads every blob on this machine: the store discards the corrupt blobs.
    public init(readingAllOf store: any BlobStore) {
        self.init(in: store) { (digests) async throws(StoreError) in
            _ = try await store.discardCorrupt(Array(digests))
            return try await store.unavailable(Array(digests))
        }
    }

    /// Makes a check that fetches every blob: only blobs that are then on this machine count as available, not those
    /// that a cache promises.
    public init(fetchingAllOf store: any BlobStore) {
        self.init(in: store) { (digests) async throws(StoreError) in
            try await store.lacking(afterFetching: Array(digests))
        }
    }

    /// Returns the missing blobs of incomplete results, by the results' keys; complete results are left out.
    ///
    /// - Parameter known: blobs that are lost even if the store reports them as available.
    public func lacking<Key: Hashable & Sendable>(
        _ results: [Key: ActionResult], known: Set<Digest> = []
    ) async throws(StoreError) -> [Key: Set<Digest>] {
        present.subtract(known)
        var reach = reach
        defer { self.reach = reach }
        reach.forgetUnreadable()
        var needs: [Key: Set<Digest>] = [:]
        var lost = known
        for (key, result) in results {
            if let blobs = try await reach.blobs(of: result, includingFolders: includesFolders) {
                needs[key] = Set(blobs)
            } else {
                needs[key] = Set(result.blobs)
                lost.formUnion(try await reach.unreadableTrees(of: result))
            }
        }
        let unknown = needs.values.reduce(into: Set()) { $0.formUnion($1) }.subtracting(present).subtracting(lost)
        if !unknown.isEmpty {
            let missing = try await self.lost(unknown)
            present.formUnion(unknown.subtracting(missing))
            lost.formUnion(missing)
        }
        guard !lost.isEmpty else { return [:] }
        return needs.mapValues { $0.intersection(lost) }.filter { !$0.value.isEmpty }
    }

    /// Returns whether a result is complete.
    public func isComplete(_ result: ActionResult) async throws(StoreError) -> Bool {
        try await lacking([0: result]).isEmpty
    }
}

extension BlobStore {
    /// Discards the corrupt blobs among these, fetches all, and returns the blobs that are still missing.
    public func lacking(afterFetching digests: [Digest]) async throws(StoreError) -> Set<Digest> {
        _ = try await discardCorrupt(digests)
        try await fetch(digests)
        return Set(try await missing(digests))
    }
}
