import Foundation
import SystemPackage

/// Operations on paths. They follow links only where their comments say so.
public enum FileSystem {
    /// Makes one folder. Returns false when the path already exists. `mode` is subject to the umask.
    public static func makeFolder(_ path: String, mode: UInt16 = 0o777) throws(FileError) -> Bool {
        if mkdir(path, mode_t(mode)) == 0 { return true }
        guard errno == EEXIST else { throw .last(.createFolder, path) }
        return false
    }

    /// Makes one folder. Returns false when the path already exists.
    public static func makeFolder(_ path: String, for users: CreationMode) throws(FileError) -> Bool {
        guard try makeFolder(path, mode: users.folder) else { return false }
        if users.overridesMask { try setPermissions(path, users.folder) }
        return true
    }

    /// Makes a folder and its missing parents. Links to folders count as folders.
    public static func makeFolders(_ path: String, for users: CreationMode = .standard) throws(FileError) {
        let error: FileError
        do throws(FileError) {
            if try makeFolder(path, for: users) { return }
            error = .system(.createFolder, path: path, .fileExists)
        } catch let failure {
            error = failure
        }
        if try FileStatus.following(path)?.kind == .folder { return }
        guard error.errno == .noSuchFileOrDirectory, let parent = parent(of: path) else { throw error }
        try makeFolders(parent, for: users)
        // Another process may have made the folder in the meantime.
        _ = try makeFolder(path, for: users)
    }

    /// Returns the folder that contains the path; nil for a single name and for a path directly in `/`.
    public static func parent(of path: String) -> String? {
        guard let slash = path.utf8.lastIndex(of: 0x2F), slash > path.startIndex else { return nil }
        return String(path[..<slash])
    }

    /// Sets the permissions; follows links.
    public static func setPermissions(_ path: String, _ mode: UInt16) throws(FileError) {
        guard chmod(path, mode_t(mode)) == 0 else { throw .last(.setPermissions, path) }
    }

    /// Gives a file, a folder or a link itself to a group.
    public static func setGroup(_ path: String, _ group: UInt32) throws(FileError) {
        guard lchown(path, uid_t.max, group) == 0 else { throw .last(.setGroup, path) }
    }

    /// Sets the access and modification times of a file, a folder, or a link itself, in nanoseconds since 1970; nil
    /// stands for the current time of the file system, which is the only time that a user other than the owner may set.
    public static func setTime(_ path: String, nanoseconds: Int64?) throws(FileError) {
        let second: Int64 = 1_000_000_000
        let time = nanoseconds.map { timespec(tv_sec: Int($0 / second), tv_nsec: Int($0 % second)) }
        let times = time.map { [$0, $0] }
        guard utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW) == 0 else { throw .last(.setTime, path) }
    }

    /// Makes a link, replacing a file or link at the path.
    public static func makeLink(_ path: String, target: String) throws(FileError) {
        if symlink(target, path) == 0 { return }
        guard errno == EEXIST else { throw .last(.link, path) }
        try remove(path)
        guard symlink(target, path) == 0 else { throw .last(.link, path) }
    }

    /// Makes a hard link at an unused path on the same file system.
    public static func makeHardLink(_ path: String, to file: String) throws(FileError) {
        guard link(file, path) == 0 else { throw .last(.link, path) }
    }

    /// Makes a named pipe at an unused path, for its owner only.
    public static func makePipe(_ path: String) throws(FileError) {
        guard mkfifo(path, 0o600) == 0 else { throw .last(.createPipe, path) }
    }

    /// Renames as rename(2) does: the target may be a file, a link or an empty folder, which is replaced.
    public static func rename(_ path: String, to target: String) throws(FileError) {
        guard systemRename(path, target) == 0 else { throw .last(.rename, path) }
    }

    /// Renames a file or link and replaces anything at `target`, even a folder. Returns false when the folder that
    /// would contain `target` is missing.
    public static func replace(_ target: String, by path: String) throws(FileError) -> Bool {
        if systemRename(path, target) == 0 { return true }
        if errno == EISDIR {
            try removeTree(target)
            if systemRename(path, target) == 0 { return true }
        }
        guard errno == ENOENT else { throw .last(.rename, target) }
        return false
    }

    /// Does the same as `replace`, and first makes the folder that contains `target` if it is missing. Returns false
    /// when another process removed that folder again.
    public static func place(
        _ path: String, at target: String, for users: CreationMode = .standard
    ) throws(FileError) -> Bool {
        if try replace(target, by: path) { return true }
        if let folder = parent(of: target) { try makeFolders(folder, for: users) }
        return try replace(target, by: path)
    }

    /// Removes a file or link; a missing path is no error.
    public static func remove(_ path: String) throws(FileError) {
        guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw .last(.remove, path) }
    }

    /// Removes an empty folder; a missing path is no error.
    public static func removeFolder(_ path: String) throws(FileError) {
        guard rmdir(path) == 0 || errno == ENOENT else { throw .last(.remove, path) }
    }
}

// Within `FileSystem`, `rename` is its method.
private func systemRename(_ path: String, _ target: String) -> CInt { rename(path, target) }
