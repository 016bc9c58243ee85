public import Actions
public import Basics

/// A store that stands before another one and changes what some verbs do. All verbs are passed on here: a decorator
/// writes only those that it changes.
public protocol StoreDecorator: BlobStore {
    /// The store behind.
    var base: any BlobStore { get }
}

extension StoreDecorator {
    public func blob(_ digest: Digest) async throws(StoreError) -> [UInt8]? { try await base.blob(digest) }

    public func missing(_ digests: [Digest]) async throws(StoreError) -> [Digest] { try await base.missing(digests) }

    @discardableResult
    public func put(_ bytes: [UInt8]) async throws(StoreError) -> Digest { try await base.put(bytes) }

    public func result(of action: Digest) async throws(StoreError) -> ActionResult? {
        try await base.result(of: action)
    }

    public func put(_ result: ActionResult, for action: Digest) async throws(StoreError) {
        try await base.put(result, for: action)
    }

    public func discard(_ digest: Digest) async throws(StoreError) { try await base.discard(digest) }

    public func discardResult(of action: Digest) async throws(StoreError) {
        try await base.discardResult(of: action)
    }

    public func fetch(_ digests: [Digest]) async throws(StoreError) { try await base.fetch(digests) }

    public func prefetchResults(_ actions: [Digest]) async throws(StoreError) {
        try await base.prefetchResults(actions)
    }
}
