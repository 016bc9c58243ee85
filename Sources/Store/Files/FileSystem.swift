#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Operations on paths.
enum FileSystem {
    /// Makes one folder; false when something stands there already.
    static func makeFolder(_ path: String, mode: mode_t) throws(StoreError) -> Bool {
        if mkdir(path, mode) == 0 { return true }
        guard errno == EEXIST else { throw .system(.createFolder, path: path, code: errno) }
        return false
    }

    /// Makes a folder and those above it where they are missing. Links to folders count as folders.
    static func makeFolders(_ path: String, mode: mode_t = 0o777) throws(StoreError) {
        if mkdir(path, mode) == 0 { return }
        let code = errno
        if try FileStatus.following(path)?.kind == .folder { return }
        guard code == ENOENT, let parent = parent(of: path) else {
            throw .system(.createFolder, path: path, code: code)
        }
        try makeFolders(parent, mode: mode)
        // Another process may have made it meanwhile.
        _ = try makeFolder(path, mode: mode)
    }

    static func parent(of path: String) -> String? {
        guard let slash = path.utf8.lastIndex(of: 0x2F), slash > path.startIndex else { return nil }
        return String(path[..<slash])
    }

    static func setPermissions(_ path: String, _ mode: mode_t) throws(StoreError) {
        guard chmod(path, mode) == 0 else { throw .system(.setPermissions, path: path, code: errno) }
    }

    /// Sets both times of a file, a folder, or a link itself; `seconds` since 1970.
    static func setTime(_ path: String, seconds: Int) throws(StoreError) {
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        guard utimensat(AT_FDCWD, path, [time, time], AT_SYMLINK_NOFOLLOW) == 0 else {
            throw .system(.setTime, path: path, code: errno)
        }
    }

    static func makeLink(_ path: String, target: String) throws(StoreError) {
        if symlink(target, path) == 0 { return }
        guard errno == EEXIST else { throw .system(.link, path: path, code: errno) }
        try remove(path)
        guard symlink(target, path) == 0 else { throw .system(.link, path: path, code: errno) }
    }

    static func linkTarget(_ path: String) throws(StoreError) -> String {
        // Linux and Darwin allow at most 4095 and 1023 bytes.
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { readlink(path, $0, 4096) } ?? -1 }
        }
        guard count >= 0 else { throw .system(.read, path: path, code: errno) }
        guard let target = String(validating: buffer.prefix(count), as: UTF8.self) else {
            throw .badName(folder: path, name: String(decoding: buffer.prefix(count), as: UTF8.self))
        }
        return target
    }

    /// Renames over whatever stands there, even a folder; false when the folder of `target` is missing.
    static func rename(_ path: String, to target: String) throws(StoreError) -> Bool {
        if systemRename(path, target) == 0 { return true }
        if errno == EISDIR {
            try removeTree(target)
            if systemRename(path, target) == 0 { return true }
        }
        guard errno == ENOENT else { throw .system(.rename, path: target, code: errno) }
        return false
    }

    /// The same, after making the folder where it is missing; false when it is gone again.
    static func place(_ path: String, at target: String) throws(StoreError) -> Bool {
        if try rename(path, to: target) { return true }
        if let folder = parent(of: target) { try makeFolders(folder) }
        return try rename(path, to: target)
    }

    /// Removes a file or link; that it is gone already is fine.
    static func remove(_ path: String) throws(StoreError) {
        guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else {
            throw .system(.remove, path: path, code: errno)
        }
    }

    /// Removes an empty folder; that it is gone already is fine.
    static func removeFolder(_ path: String) throws(StoreError) {
        guard rmdir(path) == 0 || errno == ENOENT else { throw .system(.remove, path: path, code: errno) }
    }

    /// The names in a folder, sorted by their bytes. Throws `badName` for one that is not UTF-8.
    static func names(in folder: String) throws(StoreError) -> [String] {
        guard let stream = opendir(folder) else { throw .system(.list, path: folder, code: errno) }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard let name = String(validating: bytes, as: UTF8.self) else {
                throw .badName(folder: folder, name: String(decoding: bytes, as: UTF8.self))
            }
            if name != "." && name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw .system(.list, path: folder, code: errno) }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

// Under a name of its own: within `FileSystem` the plain one is its method.
private func systemRename(_ path: String, _ target: String) -> CInt { rename(path, target) }
