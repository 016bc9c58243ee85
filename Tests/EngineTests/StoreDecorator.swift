import Actions
import Basics
import Store
import SystemPackage

/// A store that wraps another store and changes some operations. The default implementations forward all operations, so
/// a decorator implements only the operations that it changes.
protocol StoreDecorator: FileStore {
    /// The wrapped store.
    var base: any FileStore { get }
}

extension StoreDecorator {
    func blob(_ digest: Digest) async throws(StoreError) -> [UInt8]? { try await base.blob(digest) }

    func missing(_ digests: [Digest]) async throws(StoreError) -> [Digest] { try await base.missing(digests) }

    func unavailable(_ digests: [Digest]) async throws(StoreError) -> Set<Digest> {
        try await base.unavailable(digests)
    }

    func discardCorrupt(_ digests: [Digest]) async throws(StoreError) -> Set<Digest> {
        try await base.discardCorrupt(digests)
    }

    @discardableResult
    func put(_ bytes: [UInt8]) async throws(StoreError) -> Digest { try await base.put(bytes) }

    func result(of action: Digest) async throws(StoreError) -> ActionResult? {
        try await base.result(of: action)
    }

    func put(_ result: ActionResult, for action: Digest) async throws(StoreError) {
        try await base.put(result, for: action)
    }

    func discard(_ digest: Digest) async throws(StoreError) { try await base.discard(digest) }

    func discardResult(of action: Digest) async throws(StoreError) {
        try await base.discardResult(of: action)
    }

    func fetch(_ digests: [Digest]) async throws(StoreError) { try await base.fetch(digests) }

    func prefetchResults(_ actions: [Digest]) async throws(StoreError) {
        try await base.prefetchResults(actions)
    }

    @discardableResult
    func put(file path: FilePath) async throws(StoreError) -> Digest { try await base.put(file: path) }

    func put(pieces: BlobPieces) async throws -> Digest { try await base.put(pieces: pieces) }

    func materialize(_ digest: Digest, to path: FilePath, isExecutable: Bool) async throws(StoreError) {
        try await base.materialize(digest, to: path, isExecutable: isExecutable)
    }
}
