#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that is to take another one's place once it is whole, and is gone if it does not come to that.
///
/// Where the system can, it has no name until then: whoever ends the program meanwhile, and however,
/// leaves nothing behind.
struct NewFile: ~Copyable {
    /// Open for writing.
    let descriptor: Int32
    /// Where it is to be.
    private let path: String
    /// Its name beside `path`, as long as it has one.
    private var temporary: String?

    /// - Throws: when there can be none.
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

    /// Puts it at its path, over what is there.
    mutating func takePlace() throws(ObjectFileError) {
        #if os(Linux)
            if temporary == nil {
                // Asking for the descriptor itself would take a privilege.
                let link = "/proc/self/fd/\(descriptor)"
                (_, temporary) = try Self.named(path) { linkat(AT_FDCWD, link, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) }
            }
        #endif
        guard let name = temporary, rename(name, path) == 0 else { throw System.failure(.rename, path) }
        temporary = nil
    }

    /// What `make`, which returns -1 for a name that is taken, made of the first free name.
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

    /// -1 where there is no such thing.
    private static func openNameless(in folder: String) -> Int32 {
        #if os(Linux)
            // Without /proc it could never get a name.
            guard access("/proc/self/fd", X_OK) == 0 else { return -1 }
            // `O_TMPFILE`, a macro that Swift does not see.
            return open(folder, O_WRONLY | 0o20_000_000 | O_DIRECTORY | O_CLOEXEC, 0o600)
        #else
            return -1
        #endif
    }
}
