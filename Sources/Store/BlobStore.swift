public import Actions
public import Basics

/// The operations of every store. It has blobs by their digest, and results by the digest of the action.
///
/// A store can be shared between tasks. It may lose a blob at any time: the caller then rebuilds the blob.
public protocol BlobStore: Sendable {
    /// Returns the blob's bytes; nil when the store does not have the blob.
    func blob(_ digest: Digest) async throws(StoreError) -> [UInt8]?
    /// Returns the digests of the blobs that the store does not have, in the given order.
    func missing(_ digests: [Digest]) async throws(StoreError) -> [Digest]
    /// Returns the digests of the blobs that are available nowhere: a store with a remote cache also asks the cache. An
    /// available blob may disappear a moment later.
    func unavailable(_ digests: [Digest]) async throws(StoreError) -> Set<Digest>
    /// Reads the blobs that are on this machine, discards the corrupt blobs, and returns the digests of these.
    func discardCorrupt(_ digests: [Digest]) async throws(StoreError) -> Set<Digest>
    /// Stores the bytes and returns their digest.
    @discardableResult
    func put(_ bytes: [UInt8]) async throws(StoreError) -> Digest
    /// Returns the stored result of an action; nil when there is none.
    func result(of action: Digest) async throws(StoreError) -> ActionResult?
    /// Stores a result. Every blob that it refers to must be stored before.
    func put(_ result: ActionResult, for action: Digest) async throws(StoreError)
    /// Removes a corrupt blob, so that the next `put` writes it again. Stores without removal do nothing.
    func discard(_ digest: Digest) async throws(StoreError)
    /// Removes the result of an action. Stores without removal do nothing.
    func discardResult(of action: Digest) async throws(StoreError)
    /// Announces that these blobs will be read soon: a store with a remote cache downloads them, many at once. A blob
    /// that cannot be downloaded stays missing; this throws no error.
    func fetch(_ digests: [Digest]) async throws(StoreError)
    /// Announces that the results of these actions will be looked up: a store with a remote cache requests them
    /// together.
    func prefetchResults(_ actions: [Digest]) async throws(StoreError)
}

/// Defaults for a store without a remote cache.
extension BlobStore {
    public func unavailable(_ digests: [Digest]) async throws(StoreError) -> Set<Digest> {
        Set(try await missing(digests))
    }

    public func discardCorrupt(_ digests: [Digest]) async throws(StoreError) -> Set<Digest> {
        var corrupt: Set<Digest> = []
        for digest in Set(digests).subtracting(try await missing(digests)) where try await blob(digest) == nil {
            try await discard(digest)
            corrupt.insert(digest)
        }
        return corrupt
    }

    public func fetch(_ digests: [Digest]) async throws(StoreError) {}

    public func prefetchResults(_ actions: [Digest]) async throws(StoreError) {}
}
