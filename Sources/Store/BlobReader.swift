public import Basics

/// A blob of a store, read at any place and by anybody as long as the value lives. Its bytes were digested before.
public final class BlobReader: Sendable {
    private let file: OpenFile
    /// In bytes.
    public let size: Int

    init(_ file: consuming OpenFile, size: Int) {
        self.file = file
        self.size = size
    }

    /// Fills the room with what stands from this offset on.
    ///
    /// - Throws: `system` also when the file ends before.
    public func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) throws(StoreError) {
        try file.read(at: offset, into: room)
    }
}

extension DiskStore {
    /// A blob to be read in pieces; nil when the store does not hold it.
    public func reader(of digest: Digest) throws(StoreError) -> BlobReader? {
        guard let file = try OpenFile.fileIfPresent(blobPath(digest)) else { return nil }
        let status = try file.status()
        guard status.size == digest.size else { return nil }
        let isKnown = verifiedDownloads.vouch(for: digest, status)
        guard try isKnown ? true : file.digest() == digest else {
            forget(digest)
            return nil
        }
        return BlobReader(file, size: digest.size)
    }
}
