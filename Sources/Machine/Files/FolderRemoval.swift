// Removes whole trees with any contents: names that are not text, folders without permissions, and folders too deep for
// any path. Names are used relative to an open folder, and a folder inside a subfolder is first moved up to the top
// folder, so that the depth does not matter. Links are removed and never followed.

import Foundation
import SystemPackage

extension FileSystem {
    /// Removes a file, a link, or a folder with its contents; a missing path is no error. Follows no links, and changes
    /// the permissions of folders that prevent the removal.
    public static func removeTree(_ path: String) throws(FileError) {
        guard try FileStatus.of(path)?.kind == .folder else { return try remove(path) }
        for _ in 0..<16 {
            guard let folder = try OpenFolder.ifPresent(Array(path.utf8CString), below: AT_FDCWD, path) else { return }
            try FolderRemoval(folder: folder).empty()
            // Another process that removes the same tree may have moved a folder up in the meantime.
            if rmdir(path) == 0 || errno == ENOENT { return }
            guard errno == ENOTEMPTY || errno == EEXIST else { break }
        }
        throw .last(.remove, path)
    }
}

/// Empties one folder.
private struct FolderRemoval: ~Copyable {
    let folder: OpenFolder

    func empty() throws(FileError) {
        // The prefix of the new names of folders that are moved up: it is unique in the tree.
        let mark = String(UInt64.random(in: .min ... .max), radix: 36)
        var count = 0
        while true {
            let names = try folder.names()
            if names.isEmpty { return }
            for name in names where try !folder.removedFile(name) {
                // Nil when another process removed the folder.
                if let inner = try OpenFolder.ifPresent(name, below: folder.descriptor, folder.path) {
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

/// An open folder. Its owner has all permissions.
private struct OpenFolder: ~Copyable {
    let descriptor: CInt
    /// The path of the whole tree, for error messages.
    let path: String

    private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

    private init(descriptor: CInt, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a folder; nil when it does not exist. `name` is a C string.
    static func ifPresent(_ name: [CChar], below parent: CInt, _ path: String) throws(FileError) -> OpenFolder? {
        var descriptor = openat(parent, name, flags)
        if descriptor < 0, errno == EACCES, fchmodat(parent, name, 0o700, 0) == 0 {
            descriptor = openat(parent, name, flags)
        }
        guard descriptor >= 0 || errno == ENOENT else { throw .last(.open, path) }
        guard descriptor >= 0 else { return nil }
        // The owner may have the permission to list the folder but not to change it. If this call fails, the later
        // removal of an entry reports the error.
        _ = fchmod(descriptor, 0o700)
        return OpenFolder(descriptor: descriptor, path: path)
    }

    deinit { close(descriptor) }

    /// Returns the names of the entries as C strings, because a name need not be text; none when another process
    /// removed the folder.
    func names() throws(FileError) -> [[CChar]] {
        // Opens the folder again, because listing closes the descriptor.
        let copy = openat(descriptor, ".", Self.flags)
        if copy < 0, errno == ENOENT { return [] }
        return try FileSystem.rawNames(in: copy, path).map { $0.map { CChar(bitPattern: $0) } + [0] }
    }

    /// Removes an entry that is not a folder; returns false for a folder, which stays.
    func removedFile(_ name: [CChar]) throws(FileError) -> Bool {
        if unlinkat(descriptor, name, 0) == 0 || errno == ENOENT { return true }
        if errno == EISDIR { return false }
        // POSIX specifies EPERM for a folder, but the removal of a file that is not permitted fails with EPERM too.
        let error = FileError.last(.remove, path)
        var status = stat()
        guard error.errno == .notPermitted, fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFDIR
        else { throw error }
        return false
    }

    func removeEmptyFolder(_ name: [CChar]) throws(FileError) {
        guard unlinkat(descriptor, name, AT_REMOVEDIR) == 0 || errno == ENOENT else {
            throw .last(.remove, path)
        }
    }

    /// Moves a folder in this folder into another folder.
    func move(_ name: [CChar], to other: borrowing OpenFolder, as newName: String) throws(FileError) {
        if renameat(descriptor, name, other.descriptor, newName) == 0 { return }
        // Moving a folder changes its `..`, so the folder must be writable.
        if errno == EACCES, fchmodat(descriptor, name, 0o700, 0) == 0,
            renameat(descriptor, name, other.descriptor, newName) == 0
        {
            return
        }
        // Another process may have removed the folder.
        guard errno == ENOENT else { throw .last(.rename, path) }
    }
}
