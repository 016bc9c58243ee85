// The store in a folder, in the layout of Bazel's disk cache, so that Bazel can share it:
//
//     cas/ab/ab12…  a blob, named by the 64 hex digits of its SHA-256, in a folder named by the first two digits
//     ac/cd/cd34…   an ActionResult message, named by the hex digits of the action's digest
//     tmp/          files that are being written
//     locks/        see ActionLock
//     leases/       see StoreLease
//     file-digests  see FileDigestCache
//     tool-facts    see ToolFacts
//     shared        marks a store that a group shares, see StoreFacts
//     size-checked  see StoreSizeCheck
//
// A file is renamed to its final path when it is complete. Concurrent writers of one blob write identical bytes, so any
// of their files may stay. There is no fsync: a blob with a wrong length counts as missing; other corruption is
// detected, and the blob removed, when it is read, exported or put again. A check for presence reads no bytes.
//
// The modification time of a file records its last use, see DiskStore+Use. Collection depends on these times.

public import Basics
import Machine
public import SystemPackage

/// A store in a folder, shared by any number of processes. Folders are created when the first file is put.
///
/// Most of its operations do not suspend: calls on this concrete type need no `await`.
public struct DiskStore: FileStore {
    /// The store's folder.
    public let path: FilePath
    /// How this process uses the folder.
    public let access: StoreAccess
    /// `path` as text, without a trailing `/`.
    let root: String
    let temporary: TemporaryFolder
    let accessTimes: AccessTimes
    let verifiedDownloads = VerifiedDownloads()
    let corruptFound = CorruptBlobs()
    /// Which results of other machines count as present; nil for all of them.
    public let trust: ResultTrust?

    /// A store whose contents are trusted; `opening` checks whether they can be.
    ///
    /// - Parameter trust: which results of other machines, that were stored here earlier, count as present; nil for all.
    public init(at path: FilePath, access: StoreAccess = .own, trust: ResultTrust? = nil) {
        self.init(at: path, access: access, trust: trust, now: Clock.nanoseconds)
    }

    /// - Parameter now: returns the time in nanoseconds since 1970.
    init(
        at path: FilePath, access: StoreAccess = .own, trust: ResultTrust? = nil, now: @escaping @Sendable () -> Int64
    ) {
        self.path = path
        self.access = access
        self.trust = trust
        root = path.string
        temporary = TemporaryFolder(in: root + "/tmp", for: access.creation)
        accessTimes = AccessTimes(now: now)
    }

    /// Returns the path of a blob, whether or not the blob exists. Use it only for reading: a write would change the
    /// store.
    public func path(of digest: Digest) -> FilePath { FilePath(blobPath(digest)) }

    func blobPath(_ digest: Digest) -> String { path(in: "cas", digest) }

    func resultPath(_ action: Digest) -> String { path(in: "ac", action) }

    func path(in folder: String, _ digest: Digest) -> String {
        let hex = digest.hash.hex
        return "\(root)/\(folder)/\(hex.prefix(2))/\(hex)"
    }

    /// Returns whether the store has the blob, with its full length.
    func holds(_ digest: Digest) throws(FileError) -> Bool {
        guard let status = try FileStatus.of(blobPath(digest)) else { return false }
        guard status.kind == .file, status.size == digest.size else { return false }
        return markUsed(blobPath(digest), status)
    }

    /// Calls `body` to write a new file, which then appears at the path that `body` returns, or not at all.
    func writeBeside(
        mode: UInt16, _ body: (borrowing OpenFile) throws(FileError) -> String?
    ) throws(FileError) {
        let file = try temporary.makeFile(mode: mode)
        do throws(FileError) {
            guard let target = try body(file) else { return try FileSystem.remove(file.path) }
            guard try place(file.path, at: target) else {
                throw .system(.rename, path: target, .noSuchFileOrDirectory)
            }
        } catch {
            try? FileSystem.remove(file.path)
            throw error
        }
    }

    /// Renames a complete temporary file to its final path. Returns false if another process removed the folder of that
    /// path.
    func place(_ file: String, at target: String) throws(FileError) -> Bool {
        accessTimes.markNew(file)
        return try FileSystem.place(file, at: target, for: access.creation)
    }

    /// Writes the bytes to a new file at the path.
    func write(_ bytes: [UInt8], mode: UInt16, to path: String) throws(FileError) {
        try writeBeside(mode: mode) { (file) throws(FileError) in
            try file.write(bytes[...])
            return path
        }
    }
}
