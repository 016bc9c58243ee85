#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What the store wants to know of a file without reading it.
struct FileStatus: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case file, folder, link
        /// A device, a fifo, a socket.
        case special
    }

    /// Which file it is, whatever its name.
    struct Identity: Hashable, Sendable {
        let device: Int64
        let inode: Int64
    }

    let kind: Kind
    let identity: Identity
    let size: Int
    /// The owner may run it.
    let isExecutable: Bool
    /// Nanoseconds since 1970: of the last change of the bytes, and of anything about the file.
    let modified: Int64
    let changed: Int64

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
        isExecutable = status.st_mode & S_IXUSR != 0
        #if canImport(Darwin)
            modified = Self.nanoseconds(status.st_mtimespec)
            changed = Self.nanoseconds(status.st_ctimespec)
        #else
            modified = Self.nanoseconds(status.st_mtim)
            changed = Self.nanoseconds(status.st_ctim)
        #endif
    }

    /// The status of what stands at a path, a link itself and not what it points to; nil when nothing is there.
    static func of(_ path: String) throws(StoreError) -> FileStatus? {
        var status = stat()
        if lstat(path, &status) == 0 { return FileStatus(status) }
        guard errno == ENOENT || errno == ENOTDIR else { throw .system(.inspect, path: path, code: errno) }
        return nil
    }

    /// As `of`, but of what a link points to.
    static func following(_ path: String) throws(StoreError) -> FileStatus? {
        var status = stat()
        if stat(path, &status) == 0 { return FileStatus(status) }
        guard errno == ENOENT || errno == ENOTDIR else { throw .system(.inspect, path: path, code: errno) }
        return nil
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        // A hostile file system may claim any time: only equality and order near now matter.
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
