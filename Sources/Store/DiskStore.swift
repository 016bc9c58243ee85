// The store in a folder, in the layout of Bazel's disk cache, so that a real Bazel can share it:
//
//     cas/ab/ab12…  a blob, under the 64 hex digits of its SHA-256, in a folder of the first two
//     ac/cd/cd34…   an ActionResult message, under the digits of the action's digest
//     tmp/          files that are being written
//     locks/        see ActionLock
//     leases/       see StoreLease
//     file-digests  see FileDigestCache
//
// Files appear by rename, whole. Two processes that put the same blob write the same bytes, so it matters not who wins.
// Nothing is flushed to disk, and disks err: a blob whose length is wrong counts as missing, and one whose bytes are
// wrong is found, and forgotten, when it is read, written out or put again. A look whether it is there reads nothing.
//
// The time of a file is when it was last of use, see DiskStore+Use: collection goes by it.

public import Basics
public import SystemPackage

/// A store in a folder, shared by any number of processes. Folders are made when something is put.
///
/// Its verbs do not suspend: on the type itself they need no `await`.
public struct DiskStore: FileStore {
    /// The store's folder.
    public let path: FilePath
    /// The same as text, without a trailing `/`.
    let root: String
    let temporary: TemporaryFolder
    let marks: AccessTimes
    let verifiedDownloads = VerifiedDownloads()
    let corrupted = CorruptBlobs()

    public init(at path: FilePath) { self.init(at: path, now: AccessTimes.clock) }

    /// `now` tells the time in nanoseconds since 1970.
    init(at path: FilePath, now: @escaping @Sendable () -> Int64) {
        self.path = path
        root = path.string
        temporary = TemporaryFolder(in: root + "/tmp")
        marks = AccessTimes(now: now)
    }

    /// Where a blob stands, or would. For reading only: a tool that wrote to it would write to the store.
    public func path(of digest: Digest) -> FilePath { FilePath(blobPath(digest)) }

    func blobPath(_ digest: Digest) -> String { path(in: "cas", digest) }

    func resultPath(_ action: Digest) -> String { path(in: "ac", action) }

    func path(in folder: String, _ digest: Digest) -> String {
        let hex = digest.hash.hex
        return "\(root)/\(folder)/\(hex.prefix(2))/\(hex)"
    }

    /// Whether the store has the blob, at its full length.
    func holds(_ digest: Digest) throws(StoreError) -> Bool {
        guard let status = try FileStatus.of(blobPath(digest)) else { return false }
        guard status.kind == .file, status.size == digest.size else { return false }
        return isKept(blobPath(digest), status)
    }

    /// Lets `body` write a new file of the store, which then appears under the path that `body` returns, or not at all.
    func writeBeside(
        mode: UInt16, _ body: (borrowing OpenFile) throws(StoreError) -> String?
    ) throws(StoreError) {
        let file = try temporary.makeFile(mode: .init(mode))
        do throws(StoreError) {
            guard let target = try body(file) else { return try FileSystem.remove(file.path) }
            marks.markNew(file.path)
            guard try FileSystem.place(file.path, at: target) else { throw .system(.rename, path: target, code: 2) }
        } catch {
            try? FileSystem.remove(file.path)
            throw error
        }
    }
}
