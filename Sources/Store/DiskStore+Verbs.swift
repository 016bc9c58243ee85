public import Actions
public import Basics
public import SystemPackage

extension DiskStore {
    /// Blobs are immutable: their files are read-only, against accidental writes.
    static let blobMode: UInt16 = 0o444

    public func blob(_ digest: Digest) throws(StoreError) -> [UInt8]? {
        guard let file = try OpenFile.fileIfPresent(blobPath(digest)), try file.status().size == digest.size,
            let bytes = try file.contents(count: digest.size)
        else { return nil }
        guard Digest(of: bytes) == digest else {
            removeCorrupt(digest)
            return nil
        }
        return bytes
    }

    /// Removes a corrupt blob: otherwise the next put would assume that it is present. Where removal is not permitted,
    /// the blob still counts as missing.
    func removeCorrupt(_ digest: Digest) {
        corruptFound.add(digest)
        try? discard(digest)
    }

    public func missing(_ digests: [Digest]) throws(StoreError) -> [Digest] {
        var missing: [Digest] = []
        for digest in digests where try !holds(digest) { missing.append(digest) }
        return missing
    }

    public func discardCorrupt(_ digests: [Digest]) async throws(StoreError) -> Set<Digest> {
        let checked = await inParallel(digests, atMost: Self.readers) { digest -> Result<Digest?, StoreError> in
            do throws(StoreError) {
                guard try holds(digest), try !holdsIntact(digest) else { return .success(nil) }
                return .success(digest)
            } catch {
                return .failure(error)
            }
        }
        var corrupt: Set<Digest> = []
        for result in checked { if let digest = try result.get() { corrupt.insert(digest) } }
        return corrupt
    }

    /// The number of blobs that are read concurrently.
    private static let readers = 4

    /// A corrupt blob counts as absent, so that a put of it writes it again.
    private func holdsIntact(_ digest: Digest) throws(StoreError) -> Bool {
        guard try holds(digest) else { return false }
        return try reader(of: digest) != nil
    }

    @discardableResult
    public func put(_ bytes: [UInt8]) throws(StoreError) -> Digest {
        let digest = Digest(of: bytes)
        if try holdsIntact(digest) { return digest }
        try writeBeside(mode: Self.blobMode) { (file) throws(StoreError) in
            try file.write(bytes[...])
            return blobPath(digest)
        }
        return digest
    }

    @discardableResult
    public func put(file path: FilePath) throws(StoreError) -> Digest {
        let source = try OpenFile.reading(path.string)
        var digest = Digest(of: [])
        try writeBeside(mode: Self.blobMode) { (file) throws(StoreError) in
            digest = try file.copy(hashing: source)
            return try holdsIntact(digest) ? nil : blobPath(digest)
        }
        return digest
    }

    public func materialize(_ digest: Digest, to path: FilePath, isExecutable: Bool) throws(StoreError) {
        guard let blob = try OpenFile.fileIfPresent(blobPath(digest)) else { throw .missing(digest) }
        let status = try blob.status()
        guard status.size == digest.size else { throw .missing(digest) }
        let isKnown = verifiedDownloads.vouch(for: digest, status)
        try NewFile.write(to: path.string, isExecutable: isExecutable) { (file) throws(StoreError) in
            guard try isKnown ? file.copy(blob) == digest.size : file.copy(hashing: blob) == digest else {
                removeCorrupt(digest)
                throw .missing(digest)
            }
        }
    }

    /// An unreadable result counts as none, whatever the file contains: the action can run again.
    public func result(of action: Digest) throws(StoreError) -> ActionResult? {
        guard let file = try OpenFile.fileIfPresent(resultPath(action)) else { return nil }
        var bytes: [UInt8] = []
        // Nearly all results fit into one read.
        try file.forEachChunk(sizeHint: 1 << 14) { (chunk) throws(StoreError) in bytes += chunk }
        guard markUsed(file.path, try file.status()) else { return nil }
        return try? ActionResult(encoded: bytes)
    }

    public func put(_ result: ActionResult, for action: Digest) throws(StoreError) {
        try writeBeside(mode: 0o644) { (file) throws(StoreError) in
            try file.write(result.encoded[...])
            return resultPath(action)
        }
    }

    public func discard(_ digest: Digest) throws(StoreError) { try FileSystem.removeTree(blobPath(digest)) }

    public func discardResult(of action: Digest) throws(StoreError) { try FileSystem.removeTree(resultPath(action)) }
}
