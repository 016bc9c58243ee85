import Actions
public import Basics
public import SystemPackage

/// A store that moves blobs to and from files without holding them in memory.
public protocol FileStore: BlobStore {
    /// Keeps the bytes of a file and returns their digest, which is that of the bytes kept even while somebody writes
    /// to the file.
    @discardableResult
    func put(file path: FilePath) async throws(StoreError) -> Digest
    /// Writes a blob to a file of its own, 0755 or 0644 whatever the umask, in place of what file or link stood there.
    ///
    /// Whoever writes to the file never writes to the store. When it fails no file is left. Throws `missing` when the
    /// store does not hold the blob.
    func materialize(_ digest: Digest, to path: FilePath, isExecutable: Bool) async throws(StoreError)
}

extension FileStore {
    /// Keeps a file that is known to have a digest already. Throws `changed` when it has another one by now.
    public func put(file path: FilePath, expecting expected: Digest) async throws(StoreError) {
        let found = try await put(file: path)
        guard found == expected else { throw .changed(path: path.string, expected: expected, found: found) }
    }
}
