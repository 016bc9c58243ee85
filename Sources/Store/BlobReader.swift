public import Basics
import Machine

/// Reads a blob of a store at any offset, from any task. Its bytes were verified before.
public final class BlobReader: Sendable {
    private let file: OpenFile
    /// The blob's size in bytes.
    public let size: Int

    init(_ file: consuming OpenFile, size: Int) {
        self.file = file
        self.size = size
    }

    /// Fills the buffer with the bytes from this offset on.
    ///
    /// - Throws: `StoreError.file`, also if the file ends before the buffer is full.
    public func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) throws(StoreError) {
        try onDisk(file.read(at: offset, into: room))
    }
}

extension DiskStore {
    /// Returns a reader of a blob; nil when the store does not have the blob.
    public func reader(of digest: Digest) throws(StoreError) -> BlobReader? { try onDisk(openBlob(digest)) }

    func openBlob(_ digest: Digest) throws(FileError) -> BlobReader? {
        guard let file = try OpenFile.fileIfPresent(blobPath(digest)) else { return nil }
        let status = try file.status()
        guard status.size == digest.size else { return nil }
        let isVerified = verifiedDownloads.isVerified(digest, status)
        guard try isVerified ? true : file.digest() == digest else {
            removeCorrupt(digest)
            return nil
        }
        return BlobReader(file, size: digest.size)
    }
}
