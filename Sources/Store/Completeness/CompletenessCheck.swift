public import Actions
public import Basics

/// The one answer to "is this result complete?": every blob that it names can be had, those in its trees among them.
///
/// What was found is remembered for as long as the value lives: many results share trees and blobs.
public actor CompletenessCheck {
    private var reach: ResultReach
    /// Those of some blobs that cannot be had.
    private let lost: @Sendable (Set<Digest>) async throws(StoreError) -> Set<Digest>
    private let includesFolders: Bool
    private var present: Set<Digest> = []

    /// - Parameters:
    ///   - store: holds the trees.
    ///   - includingFolders: whether the `Directory` messages of trees count.
    ///   - lost: returns those of the blobs that cannot be had.
    init(
        in store: any BlobStore, includingFolders: Bool = true,
        lost: @escaping @Sendable (Set<Digest>) async throws(StoreError) -> Set<Digest>
    ) {
        reach = ResultReach(store: store)
        includesFolders = includingFolders
        self.lost = lost
    }

    /// Asks the store which blobs can be had. Reads trees, and nothing else.
    public init(of store: any BlobStore) {
        self.init(in: store) { (digests) async throws(StoreError) in try await store.unavailable(Array(digests)) }
    }

    /// Reads every blob that is here, too: the store forgets those whose bytes are wrong.
    public init(readingAllOf store: any BlobStore) {
        self.init(in: store) { (digests) async throws(StoreError) in
            _ = try await store.discardCorrupt(Array(digests))
            return try await store.unavailable(Array(digests))
        }
    }

    /// Fetches every blob: only those that are here afterwards count, not those that a cache promises.
    public init(fetchingAllOf store: any BlobStore) {
        self.init(in: store) { (digests) async throws(StoreError) in
            try await store.lacking(afterFetching: Array(digests))
        }
    }

    /// What incomplete results lack, by their keys; complete ones are not among the answers.
    ///
    /// - Parameter known: blobs that are known to be lost, whatever the store says.
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
        let asked = needs.values.reduce(into: Set()) { $0.formUnion($1) }.subtracting(present).subtracting(lost)
        if !asked.isEmpty {
            let missing = try await self.lost(asked)
            present.formUnion(asked.subtracting(missing))
            lost.formUnion(missing)
        }
        guard !lost.isEmpty else { return [:] }
        return needs.mapValues { $0.intersection(lost) }.filter { !$0.value.isEmpty }
    }

    /// Whether a result is complete.
    public func isComplete(_ result: ActionResult) async throws(StoreError) -> Bool {
        try await lacking([0: result]).isEmpty
    }
}

extension BlobStore {
    /// Fetches blobs, and returns those that are not here afterwards. One with wrong bytes is discarded first.
    public func lacking(afterFetching digests: [Digest]) async throws(StoreError) -> Set<Digest> {
        _ = try await discardCorrupt(digests)
        try await fetch(digests)
        return Set(try await missing(digests))
    }
}
