import Foundation

/// The properties of a file that are known without reading it.
public struct FileStatus: Hashable, Sendable {
    /// A kind of file.
    public enum Kind: Hashable, Sendable {
        case file, folder, link
        /// A device, a fifo, a socket.
        case special
    }

    /// Identifies a file independent of its name.
    public struct Identity: Hashable, Sendable {
        public let device: Int64
        public let inode: Int64
    }

    public let kind: Kind
    public let identity: Identity
    /// In bytes.
    public let size: Int
    /// The permission bits.
    public let permissions: UInt16
    /// Nanoseconds since 1970: of the last change of the bytes, and of the bytes or the status.
    public let modified: Int64
    public let changed: Int64

    /// The owner may run it.
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
        #if canImport(Darwin)
            modified = Self.nanoseconds(status.st_mtimespec)
            changed = Self.nanoseconds(status.st_ctimespec)
        #else
            modified = Self.nanoseconds(status.st_mtim)
            changed = Self.nanoseconds(status.st_ctim)
        #endif
    }

    /// The status of the file, folder or link at a path; nil when there is none.
    public static func of(_ path: String) throws(FileError) -> FileStatus? {
        try found(path) { lstat(path, &$0) }
    }

    /// As `of`, but of the target of a link.
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
        // Wraps around: a faulty file system may report any time.
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
