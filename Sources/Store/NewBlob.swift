import Actions
import Basics
import Machine
import SystemPackage

/// A blob of unknown digest that arrives in pieces. The first bytes stay in memory, so that a small blob is written only
/// if the store lacks it; a larger blob goes to a temporary file piece by piece.
final class NewBlob {
    /// The largest number of bytes in memory.
    private static let memory = 1 << 20

    private let store: DiskStore
    private var hasher = SHA256Hasher()
    private var start: [UInt8] = []
    private var file: OpenFile?

    init(in store: DiskStore) { self.store = store }

    /// Removes the temporary file, unless it was renamed.
    deinit { if let path = file?.path { try? FileSystem.remove(path) } }

    /// Appends bytes.
    func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        hasher.update(bytes)
        if file != nil {
            try onDisk(file?.write(bytes))
        } else if start.count + bytes.count <= Self.memory {
            start.append(contentsOf: bytes)
        } else {
            try store.checkWritable()
            file = try onDisk(store.temporary.makeFile(mode: DiskStore.blobMode))
            try onDisk(file?.write(start[...]))
            try onDisk(file?.write(bytes))
            start = []
        }
    }

    /// Puts the blob into the store and returns its digest.
    func finish() throws(StoreError) -> Digest {
        let digest = hasher.finish()
        if try onDisk(store.holdsIntact(digest)) { return digest }
        try store.checkWritable()
        try onDisk(place(digest))
        return digest
    }

    private func place(_ digest: Digest) throws(FileError) {
        let target = store.blobPath(digest)
        guard let path = file?.path else { return try store.write(start, mode: DiskStore.blobMode, to: target) }
        guard try store.place(path, at: target) else {
            throw .system(.rename, path: target, .noSuchFileOrDirectory)
        }
    }
}

extension DiskStore {
    public func put(pieces: BlobPieces) throws -> Digest {
        let blob = NewBlob(in: self)
        try pieces { try blob.write($0) }
        return try blob.finish()
    }
}
