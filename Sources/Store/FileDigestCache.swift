import Actions
public import Basics
import Machine
import Synchronization
import SystemPackage

/// Caches the digests of files of this machine between runs, so that for example a compiler of 100 MB is not read in
/// each run.
///
/// A digest is valid as long as the path leads to the same file with the same size and times. A file that was modified
/// less than two seconds before it was read is not cached: it could change again without a change of its times. The
/// cache is one small file of the store, `file-digests`; an invalid file counts as empty.
public final class FileDigestCache: Sendable {
    private let store: DiskStore
    /// Returns the present time in nanoseconds since 1970.
    private let now: @Sendable () -> Int64
    private let state = Mutex(State())

    /// What examinations of these files found.
    public let facts: ToolFacts

    private struct State {
        /// The table of the file; nil until it is needed.
        var stored: FileDigestTable?
        /// The digests that this run computed.
        var fresh: [String: FileDigestRecord] = [:]
    }

    public convenience init(in store: DiskStore) {
        self.init(in: store, now: Clock.nanoseconds)
    }

    init(in store: DiskStore, now: @escaping @Sendable () -> Int64) {
        self.store = store
        facts = ToolFacts(in: store)
        self.now = now
    }

    /// Returns the digest of a file, cached or computed. Links are followed.
    public func digest(ofFile path: String) throws(StoreError) -> Digest {
        guard let status = try onDisk(FileStatus.following(path)) else {
            throw .file(.system(.open, path: path, .noSuchFileOrDirectory))
        }
        if let record = remembered(path), record.isValid(for: status) { return record.digest }
        return try onDisk(compute(path))
    }

    /// Writes the digests and facts that this run computed. When two processes write at once, the digests of one may be lost;
    /// they are computed again later.
    public func save() throws(StoreError) {
        guard store.access != .readOnly else { return }
        try facts.save()
        let fresh = state.withLock { $0.fresh }
        guard !fresh.isEmpty else { return }
        // Other processes may have written the file since it was loaded.
        let records = FileDigestRecord.merging(fresh, over: load().all)
        try onDisk(store.write(FileDigestTable.encode(records), mode: 0o644, to: path))
        state.withLock { state in
            // The table is loaded again when it is needed.
            state.stored = nil
            state.fresh = state.fresh.filter { fresh[$0.key] != $0.value }
        }
    }

    /// Returns the digest of a folder: of the names and contents of all files below it. It is cached together with the
    /// identities, sizes and times of these files. `FolderListing` tells which links are followed.
    public func digest(ofFolder folder: String) throws(StoreError) -> Digest {
        let listing = try onDisk(FolderListing(folder))
        let key = folder + "/"
        if let record = remembered(key), record.isValid(for: listing) { return record.digest }
        let text = try onDisk(listing.contents())
        let digest = Digest(of: text)
        if listing.newest < now() - 2_000_000_000, try onDisk(FolderListing(folder)).stamp == listing.stamp {
            state.withLock { $0.fresh[key] = FileDigestRecord(listing, digest) }
        }
        return digest
    }

    private var path: String { store.root + "/file-digests" }

    private func remembered(_ path: String) -> FileDigestRecord? {
        state.withLock { state in
            if let record = state.fresh[path] { return record }
            let stored = state.stored ?? load()
            state.stored = stored
            return stored[path]
        }
    }

    private func load() -> FileDigestTable {
        guard let bytes = try? FileSystem.contents(path) else { return FileDigestTable() }
        return FileDigestTable(bytes) ?? FileDigestTable()
    }

    private func compute(_ path: String) throws(FileError) -> Digest {
        let file = try OpenFile.reading(path)
        let before = try file.status()
        let digest = try file.digest()
        let isOld = max(before.modified, before.changed) < now() - 2_000_000_000
        if isOld, try file.status() == before {
            state.withLock { $0.fresh[path] = FileDigestRecord(before, digest) }
        }
        return digest
    }
}
