import Actions
public import Basics
public import SystemPackage

/// Hashes every blob that it reads; one that is not what its name says is forgotten and counts as missing, so that it
/// is built, and kept, anew.
///
/// For stores whose bytes one cannot vouch for, such as a remote one. `DiskStore` does this by itself.
public struct VerifyingStore: StoreDecorator, FileStore {
    public let base: any BlobStore

    public init(_ base: any BlobStore) { self.base = base }

    public func blob(_ digest: Digest) async throws(StoreError) -> [UInt8]? {
        guard let bytes = try await base.blob(digest) else { return nil }
        if Digest(of: bytes) == digest { return bytes }
        try await base.discard(digest)
        return nil
    }

    @discardableResult
    public func put(file path: FilePath) async throws(StoreError) -> Digest { try await putThroughMemory(file: path) }

    public func materialize(_ digest: Digest, to path: FilePath, isExecutable: Bool) async throws(StoreError) {
        try await materializeThroughMemory(digest, to: path, isExecutable: isExecutable)
    }
}
