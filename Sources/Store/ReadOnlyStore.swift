public import Actions
public import Basics

/// Keeps nothing: what is put throws `readOnly`, what is bad is not removed.
///
/// For looking into a store that is somebody else's, and for a cache that only CI may write to. `LayeredStore` takes
/// one as its slow layer and keeps what is put in the fast layer only.
public struct ReadOnlyStore: StoreDecorator {
    public let base: any BlobStore

    public init(_ base: any BlobStore) { self.base = base }

    @discardableResult
    public func put(_ bytes: [UInt8]) async throws(StoreError) -> Digest { throw .readOnly }

    public func put(_ result: ActionResult, for action: Digest) async throws(StoreError) { throw .readOnly }

    public func discard(_ digest: Digest) async throws(StoreError) {}

    public func discardResult(of action: Digest) async throws(StoreError) {}
}
