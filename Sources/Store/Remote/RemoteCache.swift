public import Basics

/// A remote cache with any network protocol: the operations that `RemoteStore` needs, for many blobs at a time.
///
/// The cache is neither trusted nor required: it may be slow, unreachable or wrong at any time. An implementation
/// retries failed requests if that is useful, gives up within a bounded time, and throws its failures; `RemoteStore`
/// decides about the consequences. Implementations are safe for concurrent calls from many tasks and limit the number
/// of their connections.
public protocol RemoteCache: Sendable {
    /// The cache's name in messages: its address, without credentials.
    var name: String { get }
    /// Whether requests are still sent in this run: false when the cache's circuit breaker is open.
    var isUp: Bool { get }
    /// Reports an answer that the store rejected, or could not store. Failed requests are counted and reported by the
    /// implementation.
    func report(_ error: RemoteError)
    /// Whether the cache accepts results.
    var takesResults: Bool { get async throws(RemoteError) }
    /// Returns the blobs, among the given ones, that the cache does not have.
    func missing(_ digests: [Digest]) async throws(RemoteError) -> [Digest]
    /// Downloads blobs into a store, each through `DiskStore.receive`, which verifies its bytes. Returns an error for
    /// each failed blob; the others are downloaded nevertheless.
    func fetch(_ digests: [Digest], into store: DiskStore) async -> [Digest: RemoteError]
    /// Uploads blobs, read through `DiskStore.blob`, which verifies their bytes. A blob that the store has lost is an
    /// error: a result that refers to it must not be uploaded.
    func upload(_ digests: [Digest], from store: DiskStore) async throws(RemoteError)
    /// Returns the `ActionResult` message of an action, unchanged; nil when there is none.
    func result(of action: Digest) async throws(RemoteError) -> [UInt8]?
    /// Uploads an `ActionResult` message. The caller has uploaded every blob to which it refers.
    func put(_ result: [UInt8], for action: Digest) async throws(RemoteError)
}

extension RemoteCache {
    public var takesResults: Bool { true }
}
