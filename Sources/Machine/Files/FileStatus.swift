import Foundation

/// The properties of a file that are known without reading it.
public struct FileStatus: Hashable, Sendable {
    /// A kind of file.
    public enum Kind: Hashable, Sendable {
        case file, folder, link
        /// A device, a named pipe or a socket.
        case special
    }

    /// Identifies a file independently of its name.
    public struct Identity: Hashable, Sendable {
        public let device: Int64
        public let inode: Int64
    }

    public let kind: Kind
    public let identity: Identity
    /// The size in bytes.
    public let size: Int
    /// The permission bits, with set-user-ID, set-group-ID and sticky bit.
    public let permissions: UInt16
    /// The numbers of the owner and of the group.
    public let owner: UInt32
    public let group: UInt32
    /// In nanoseconds since 1970: `modified` is the time of the last change of the bytes, `changed` that of the last
    /// change of the bytes or the status.
    public let modified: Int64
    public let changed: Int64

    /// Whether the owner may execute the file.
    public var isExecutable: Bool { permissions & 0o100 != 0 }

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .special
            }
        identity = Identity(
            device: Int64(truncatingIfNeeded: status.st_dev), inode: Int64(truncatingIfNeeded: status.st_ino))
        size = Int(status.st_size)
        permissions = UInt16(truncatingIfNeeded: status.st_mode) & 0o7777
        (owner, group) = (status.st_uid, status.st_gid)
        #if canImport(Darwin)
            modified = Self.nanoseconds(status.st_mtimespec)
            changed = Self.nanoseconds(status.st_ctimespec)
        #else
            modified = Self.nanoseconds(status.st_mtim)
            changed = Self.nanoseconds(status.st_ctim)
        #endif
    }

    /// Returns the status of the file, folder or link at a path; nil when the path does not exist.
    public static func of(_ path: String) throws(FileError) -> FileStatus? {
        try found(path) { lstat(path, &$0) }
    }

    /// Returns the same as `of`, except that a link is followed: the status is that of its target.
    public static func following(_ path: String) throws(FileError) -> FileStatus? {
        try found(path) { stat(path, &$0) }
    }

    private static func found(_ path: String, _ inspect: (inout stat) -> CInt) throws(FileError) -> FileStatus? {
        var status = stat()
        if inspect(&status) == 0 { return FileStatus(status) }
        guard errno == ENOENT || errno == ENOTDIR else { throw .last(.inspect, path) }
        return nil
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        // The operators wrap around, because a faulty file system may report any time.
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
