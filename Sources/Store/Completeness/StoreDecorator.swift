public import Actions
public import Basics
public import SystemPackage

/// A store that wraps another one and changes some operations. The defaults here forward all operations, so a decorator
/// implements only those that it changes.
public protocol StoreDecorator: FileStore {
    /// The wrapped store.
    var base: any FileStore { get }
}

extension StoreDecorator {
    public func blob(_ digest: Digest) async throws(StoreError) -> [UInt8]? { try await base.blob(digest) }

    public func missing(_ digests: [Digest]) async throws(StoreError) -> [Digest] { try await base.missing(digests) }

    public func unavailable(_ digests: [Digest]) async throws(StoreError) -> Set<Digest> {
        try await base.unavailable(digests)
    }

    public func discardCorrupt(_ digests: [Digest]) async throws(StoreError) -> Set<Digest> {
        try await base.discardCorrupt(digests)
    }

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

    @discardableResult
    public func put(file path: FilePath) async throws(StoreError) -> Digest { try await base.put(file: path) }

    public func materialize(_ digest: Digest, to path: FilePath, isExecutable: Bool) async throws(StoreError) {
        try await base.materialize(digest, to: path, isExecutable: isExecutable)
    }
}
