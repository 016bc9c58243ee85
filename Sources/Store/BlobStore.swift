public import Actions
public import Basics

/// Blobs by digest and action results by the digest of the action: what every store can do, and every decorator of one.
///
/// Safe to share between tasks. A store may lose a blob at any time: a caller that is told so builds again.
public protocol BlobStore: Sendable {
    /// The blob's bytes; nil when the store does not hold it.
    func blob(_ digest: Digest) async throws(StoreError) -> [UInt8]?
    /// Those of the digests that the store does not hold, in the given order.
    func missing(_ digests: [Digest]) async throws(StoreError) -> [Digest]
    /// Those of the digests that can be had from nowhere: a store that has some blobs elsewhere asks there. What can be
    /// had now may be gone a moment later.
    func unavailable(_ digests: [Digest]) async throws(StoreError) -> Set<Digest>
    /// Reads those of the blobs that are here, forgets those whose bytes are wrong, and returns these.
    func discardCorrupt(_ digests: [Digest]) async throws(StoreError) -> Set<Digest>
    /// Keeps the bytes and returns their digest.
    @discardableResult
    func put(_ bytes: [UInt8]) async throws(StoreError) -> Digest
    /// The stored result of an action; nil when there is none.
    func result(of action: Digest) async throws(StoreError) -> ActionResult?
    /// Keeps a result. Every blob that it names must have been put before.
    func put(_ result: ActionResult, for action: Digest) async throws(StoreError)
    /// Forgets a blob that proved bad, so that the next put of it is kept. Stores that cannot forget do nothing.
    func discard(_ digest: Digest) async throws(StoreError)
    /// Forgets the result of an action. Stores that cannot forget do nothing.
    func discardResult(of action: Digest) async throws(StoreError)
    /// Says that these blobs will be read soon: a store that has some of them far away brings them near, many at once.
    /// What it cannot have is missing afterwards, and no error.
    func fetch(_ digests: [Digest]) async throws(StoreError)
    /// Says that the results of these actions will be asked for: a store that has to ask somebody else asks for many at
    /// once.
    func prefetchResults(_ actions: [Digest]) async throws(StoreError)
}

/// Defaults for a store that has everything here.
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
