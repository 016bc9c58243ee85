public import Actions
public import Basics
import Machine
public import SystemPackage

extension DiskStore {
    /// The permissions of blobs. Blobs are immutable, and read-only files prevent accidental writes.
    static let blobMode: UInt16 = 0o444

    public func blob(_ digest: Digest) throws(StoreError) -> [UInt8]? {
        guard let bytes = try onDisk(bytes(of: digest)) else { return nil }
        guard Digest(of: bytes) == digest else {
            removeCorrupt(digest)
            return nil
        }
        return bytes
    }

    private func bytes(of digest: Digest) throws(FileError) -> [UInt8]? {
        guard let file = try OpenFile.fileIfPresent(blobPath(digest)), try file.status().size == digest.size else {
            return nil
        }
        return try file.contents(count: digest.size)
    }

    /// Removes a corrupt blob: otherwise the next `put` would assume that the blob is present. If the removal is not
    /// permitted, the blob still counts as missing.
    func removeCorrupt(_ digest: Digest) {
        corruptFound.add(digest)
        try? discard(digest)
    }

    public func missing(_ digests: [Digest]) throws(StoreError) -> [Digest] {
        var missing: [Digest] = []
        for digest in digests where try !onDisk(holds(digest)) { missing.append(digest) }
        return missing
    }

    public func discardCorrupt(_ digests: [Digest]) async throws(StoreError) -> Set<Digest> {
        let checked = await inParallel(digests, atMost: Self.readers) { digest in
            (digest, Result { () throws(FileError) in try holds(digest) ? openBlob(digest) == nil : false })
        }
        var corrupt: Set<Digest> = []
        for (digest, isCorrupt) in checked where try onDisk(isCorrupt.get()) { corrupt.insert(digest) }
        return corrupt
    }

    /// The number of blobs that are read concurrently.
    private static let readers = 4

    /// Returns whether the store has the blob intact. A corrupt blob counts as absent, so that `put` writes it again.
    func holdsIntact(_ digest: Digest) throws(FileError) -> Bool {
        try holds(digest) ? openBlob(digest) != nil : false
    }

    @discardableResult
    public func put(_ bytes: [UInt8]) throws(StoreError) -> Digest {
        let digest = Digest(of: bytes)
        if try onDisk(holdsIntact(digest)) { return digest }
        try checkWritable()
        try onDisk(write(bytes, mode: Self.blobMode, to: blobPath(digest)))
        return digest
    }

    @discardableResult
    public func put(file path: FilePath) throws(StoreError) -> Digest {
        try checkWritable()
        return try onDisk(copy(path.string))
    }

    private func copy(_ path: String) throws(FileError) -> Digest {
        let source = try OpenFile.reading(path)
        var digest = Digest(of: [])
        try writeBeside(mode: Self.blobMode) { (file) throws(FileError) in
            digest = try file.copy(hashing: source)
            return try holdsIntact(digest) ? nil : blobPath(digest)
        }
        return digest
    }

    public func materialize(_ digest: Digest, to path: FilePath, isExecutable: Bool) throws(StoreError) {
        guard try onDisk(copy(digest, to: path.string, isExecutable: isExecutable)) else { throw .missing(digest) }
    }

    /// Copies a blob to a path. Returns false, and leaves no file at the path, when the store does not have the blob or
    /// the blob is corrupt.
    private func copy(_ digest: Digest, to path: String, isExecutable: Bool) throws(FileError) -> Bool {
        guard let blob = try OpenFile.fileIfPresent(blobPath(digest)) else { return false }
        let status = try blob.status()
        guard status.size == digest.size else { return false }
        let isVerified = verifiedDownloads.isVerified(digest, status)
        return try NewFile.write(to: path, isExecutable: isExecutable) { (file) throws(FileError) in
            if try isVerified ? file.copy(blob) == digest.size : file.copy(hashing: blob) == digest { return true }
            removeCorrupt(digest)
            return false
        }
    }

    /// Returns the stored result of an action. A file that is not a valid result, or one that the store's trust does
    /// not accept, counts as absent: the action can run again.
    public func result(of action: Digest) throws(StoreError) -> ActionResult? {
        let result = try onDisk(resultBytes(of: action)).flatMap { try? ActionResult(encoded: $0) }
        guard let result, trust?.accepts(result, of: action) != false else { return nil }
        return result
    }

    private func resultBytes(of action: Digest) throws(FileError) -> [UInt8]? {
        guard let file = try OpenFile.fileIfPresent(resultPath(action)) else { return nil }
        var bytes: [UInt8] = []
        // Nearly all results fit into one read.
        try file.forEachChunk(sizeHint: 1 << 14) { (chunk) throws(FileError) in bytes += chunk }
        return markUsed(file.path, try file.status()) ? bytes : nil
    }

    public func put(_ result: ActionResult, for action: Digest) throws(StoreError) {
        try checkWritable()
        try onDisk(write(result.encoded, mode: 0o644, to: resultPath(action)))
    }

    public func discard(_ digest: Digest) throws(StoreError) {
        guard access != .readOnly else { return }
        try onDisk(FileSystem.removeTree(blobPath(digest)))
    }

    public func discardResult(of action: Digest) throws(StoreError) {
        guard access != .readOnly else { return }
        try onDisk(FileSystem.removeTree(resultPath(action)))
    }
}
