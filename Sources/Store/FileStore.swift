public import Actions
public import Basics
public import SystemPackage

/// A store that copies blobs to and from files without holding them in memory.
public protocol FileStore: BlobStore {
    /// Stores the bytes of a file and returns the digest of the stored bytes, even while another process writes to the
    /// file.
    @discardableResult
    func put(file path: FilePath) async throws(StoreError) -> Digest
    /// Stores the bytes that `pieces` passes to its argument, and returns their digest. The memory for them is limited,
    /// independently of the size of the blob. Throws `StoreError` and the errors of `pieces`.
    func put(pieces: BlobPieces) async throws -> Digest
    /// Writes a blob to a new file, and replaces a file or link at the path. The mode is 0755 or 0644, independently of
    /// the umask.
    ///
    /// The file is independent of the store: writing to it does not change the blob. No file is left on failure. Throws
    /// `missing` when the store does not have the blob.
    func materialize(_ digest: Digest, to path: FilePath, isExecutable: Bool) async throws(StoreError)
}

extension FileStore {
    /// Stores a file whose digest is known. Throws `changed` when the file has another digest now.
    public func put(file path: FilePath, expecting expected: Digest) async throws(StoreError) {
        let found = try await put(file: path)
        guard found == expected else { throw .changed(path: path.string, expected: expected, found: found) }
    }
}
