public import Basics

/// A cache on another machine, whatever it is spoken to in: what `RemoteStore` needs of it, many blobs at a time.
///
/// It is neither trusted nor relied on: it may be slow, gone or wrong at any time. An implementation retries what is
/// worth a retry, gives up within a bounded time, and throws what it could not do; `RemoteStore` decides what that
/// means. Implementations are safe to call from many tasks at once and keep the number of their
/// connections in bounds themselves.
public protocol RemoteCache: Sendable {
    /// How messages name it: its address, without credentials.
    var name: String { get }
    /// Whether it is still asked in this run: false once its circuit breaker is open.
    var isUp: Bool { get }
    /// Takes what the store found wrong with an answer, or could not do with it. Requests that fail are counted, and
    /// warned of, where they fail.
    func report(_ error: RemoteError)
    /// Whether it keeps results that it is given.
    var takesResults: Bool { get async throws(RemoteError) }
    /// Those of the blobs that it does not hold.
    func missing(_ digests: [Digest]) async throws(RemoteError) -> [Digest]
    /// Brings blobs into a store, each through `DiskStore.receive`, which lets in no wrong byte. Blobs that do not come
    /// are told; the others still are fetched.
    func fetch(_ digests: [Digest], into store: DiskStore) async -> [Digest: RemoteError]
    /// Puts blobs there, read through `DiskStore.blob`, which lets out no wrong byte. One that the store has lost
    /// meanwhile is an error: then the result that names it must not be put.
    func upload(_ digests: [Digest], from store: DiskStore) async throws(RemoteError)
    /// The `ActionResult` message of an action as it is kept there; nil when there is none.
    func result(of action: Digest) async throws(RemoteError) -> [UInt8]?
    /// Keeps the message. Every blob that it names is there already.
    func put(_ result: [UInt8], for action: Digest) async throws(RemoteError)
}

extension RemoteCache {
    public var takesResults: Bool { true }
}
