// Removes whole trees with any contents: names that are not text, folders without permissions, and folders too deep for
// any path. Each step uses names relative to an open folder, and folders of folders are first moved up to the top one,
// so that the depth does not matter. Links are removed and never followed.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension FileSystem {
    /// Removes a file, a link, or a folder with its contents; a missing one is no error. Follows no links, and changes
    /// the permissions of folders that prevent the removal.
    public static func removeTree(_ path: String) throws(FileError) {
        guard try FileStatus.of(path)?.kind == .folder else { return try remove(path) }
        do {
            let removal = FolderRemoval(folder: try OpenFolder(path, below: AT_FDCWD, path))
            try removal.empty()
        }
        try removeFolder(path)
    }
}

/// Empties one folder.
private struct FolderRemoval: ~Copyable {
    let folder: OpenFolder

    func empty() throws(FileError) {
        // A prefix, unique in the tree, for the names of folders that are moved up.
        let mark = String(UInt64.random(in: .min ... .max), radix: 36)
        var count = 0
        while true {
            let names = try folder.names()
            if names.isEmpty { return }
            for name in names where try !folder.removedFile(name) {
                do {
                    let inner = try OpenFolder(name, below: folder.descriptor, folder.path)
                    for innerName in try inner.names() where try !inner.removedFile(innerName) {
                        count += 1
                        try inner.move(innerName, to: folder, as: "\(mark)-\(count)")
                    }
                }
                try folder.removeEmptyFolder(name)
            }
        }
    }
}

/// An open folder, whose owner may do everything with it.
private struct OpenFolder: ~Copyable {
    let descriptor: CInt
    /// For error messages: that of the tree's top.
    let path: String

    private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

    /// `name` is the end of a C string's path, as bytes where it comes from a listing.
    init(_ name: String, below parent: CInt, _ path: String) throws(FileError) {
        try self.init(Array(name.utf8CString), below: parent, path)
    }

    init(_ name: [CChar], below parent: CInt, _ path: String) throws(FileError) {
        var descriptor = openat(parent, name, Self.flags)
        if descriptor < 0, errno == EACCES, fchmodat(parent, name, 0o700, 0) == 0 {
            descriptor = openat(parent, name, Self.flags)
        }
        guard descriptor >= 0 else { throw .last(.open, path) }
        // It may be that its owner may list it but not change it. If this fails, so does what follows.
        _ = fchmod(descriptor, 0o700)
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    /// The names of its entries, as C strings: a name need not be text.
    func names() throws(FileError) -> [[CChar]] {
        // Opened anew: closing the stream closes its descriptor, and reading moves it.
        let copy = openat(descriptor, ".", Self.flags)
        guard copy >= 0, let stream = fdopendir(copy) else { throw .last(.list, path) }
        defer { closedir(stream) }
        var names: [[CChar]] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
            }
            if name != [0x2E, 0] && name != [0x2E, 0x2E, 0] { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw .last(.list, path) }
        return names
    }

    /// Removes an entry that is not a folder; false for a folder.
    func removedFile(_ name: [CChar]) throws(FileError) -> Bool {
        if unlinkat(descriptor, name, 0) == 0 || errno == ENOENT { return true }
        // For a folder, Linux gives the first error, POSIX the second.
        guard errno == EISDIR || errno == EPERM else { throw .last(.remove, path) }
        return false
    }

    func removeEmptyFolder(_ name: [CChar]) throws(FileError) {
        guard unlinkat(descriptor, name, AT_REMOVEDIR) == 0 || errno == ENOENT else {
            throw .last(.remove, path)
        }
    }

    /// Moves a folder into another one.
    func move(_ name: [CChar], to other: borrowing OpenFolder, as newName: String) throws(FileError) {
        if renameat(descriptor, name, other.descriptor, newName) == 0 { return }
        // Moving a folder changes its `..`, for which it must be writable.
        guard errno == EACCES, fchmodat(descriptor, name, 0o700, 0) == 0,
            renameat(descriptor, name, other.descriptor, newName) == 0
        else { throw .last(.rename, path) }
    }
}
