#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that replaces another when it is complete, and is removed otherwise.
///
/// If the system supports this, the file has no name until it is complete. Nothing then remains if the program ends
/// early for any reason.
struct NewFile: ~Copyable {
    /// The descriptor, open for writing.
    let descriptor: Int32
    /// The final path.
    private let path: String
    /// The temporary name beside `path`, if any.
    private var temporary: String?

    /// - Throws: an error when the file cannot be created.
    init(for path: String) throws(ObjectFileError) {
        self.path = path
        let nameless = Self.openNameless(in: Self.folder(of: path))
        if nameless >= 0 {
            descriptor = nameless
            return
        }
        (descriptor, temporary) = try Self.named(path) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    }

    deinit {
        close(descriptor)
        if let temporary { unlink(temporary) }
    }

    /// Moves the file to its path and replaces an existing file.
    mutating func takePlace() throws(ObjectFileError) {
        #if os(Linux)
            if temporary == nil {
                // A link to the descriptor itself would require a privilege.
                let link = "/proc/self/fd/\(descriptor)"
                (_, temporary) = try Self.named(path) { linkat(AT_FDCWD, link, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) }
            }
        #endif
        guard let name = temporary, rename(name, path) == 0 else { throw System.failure(.rename, path) }
        temporary = nil
    }

    /// Calls `make` with unused names until it succeeds; `make` returns -1 for an existing name.
    private static func named(_ path: String, _ make: (String) -> Int32) throws(ObjectFileError) -> (Int32, String) {
        for attempt in 0..<100 {
            let name = "\(path).\(getpid())-\(attempt).tmp"
            let made = make(name)
            if made >= 0 { return (made, name) }
            guard errno == EEXIST else { break }
        }
        throw System.failure(.create, path)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Opens a file without a name; -1 if the system does not support this.
    private static func openNameless(in folder: String) -> Int32 {
        #if os(Linux)
            // Without /proc, the file could never get a name.
            guard access("/proc/self/fd", X_OK) == 0 else { return -1 }
            // `O_TMPFILE`, a macro that Swift does not import.
            return open(folder, O_WRONLY | 0o20_000_000 | O_DIRECTORY | O_CLOEXEC, 0o600)
        #else
            return -1
        #endif
    }
}
