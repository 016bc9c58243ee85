import Actions
public import Basics
import Machine

/// A blob that arrives in pieces from an untrusted source. It appears in the store only when it is complete and
/// verified.
public final class IncomingBlob {
    private let digest: Digest
    private let store: DiskStore
    private let file: OpenFile
    private var hasher = SHA256Hasher()
    private var count = 0

    fileprivate init(_ digest: Digest, _ store: DiskStore, _ file: consuming OpenFile) {
        self.digest = digest
        self.store = store
        self.file = file
    }

    /// Removes the file, unless it was renamed.
    deinit { try? FileSystem.remove(file.path) }

    /// Writes the next bytes. Returns false when they exceed the size of the blob.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) -> Bool {
        guard bytes.count <= digest.size - count else { return false }
        count += bytes.count
        hasher.update(bytes)
        try onDisk(file.write(bytes))
        return true
    }

    /// Ends the blob and puts it into the store. Returns false when the bytes do not have the digest.
    public func finish() throws(StoreError) -> Bool {
        guard hasher.finish() == digest else { return false }
        guard try onDisk(store.place(file.path, at: store.blobPath(digest))) else { return false }
        store.verifiedDownloads.add(digest, try onDisk(file.status()))
        return true
    }
}

extension DiskStore {
    /// Starts to receive a blob in pieces.
    public func receive(_ digest: Digest) throws(StoreError) -> IncomingBlob {
        try checkWritable()
        return IncomingBlob(digest, self, try onDisk(temporary.makeFile(mode: Self.blobMode)))
    }
}
