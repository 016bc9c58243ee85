import Foundation

// Look-ups of files, folders and links by path.

extension FileSystem {
    /// Returns whether the path exists; a link counts as its target.
    public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns whether this process may read the file or folder.
    public static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    public static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

    public static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// Returns the kind of the file, after following links; nil when there is no file or it cannot be inspected.
    public static func kind(_ path: String) -> FileStatus.Kind? { (try? FileStatus.following(path))?.kind }

    /// Returns the target of a link; the target need not exist.
    public static func linkTarget(_ path: String) throws(FileError) -> String {
        // A target has at most 4095 bytes on Linux and at most 1023 bytes on Darwin.
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { readlink(path, $0, 4096) } ?? -1 }
        }
        guard count >= 0 else { throw .last(.read, path) }
        return try text(of: buffer.prefix(count), in: path)
    }

    /// Returns the absolute path without links, `.` and `..`; nil when the path does not exist.
    public static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Returns the names in a folder, sorted by their bytes. Throws `badName` for a name that is not UTF-8.
    public static func names(in folder: String) throws(FileError) -> [String] {
        try rawNames(in: folder).map { (bytes) throws(FileError) in try text(of: bytes, in: folder) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func text(of bytes: some Sequence<UInt8>, in folder: String) throws(FileError) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        throw .badName(folder: folder, name: String(decoding: Array(bytes), as: UTF8.self))
    }

    /// Returns the same, with replacement characters in names that are not UTF-8: for display, and for comparison with
    /// known names.
    public static func repairedNames(in folder: String) throws(FileError) -> [String] {
        try rawNames(in: folder).map { String(decoding: $0, as: UTF8.self) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the paths of everything below a folder, relative to this folder, each subfolder before its contents.
    /// Links are not followed. Names that are not UTF-8 have replacement characters.
    ///
    /// - Parameter skippingUnreadable: whether to skip the contents of subfolders that cannot be listed.
    public static func subpaths(
        of folder: String, skippingUnreadable: Bool = false
    ) throws(FileError) -> [String] {
        try walk(folder, skippingUnreadable: skippingUnreadable, names: repairedNames).map(\.path)
    }

    /// Returns the paths and states of everything below a folder, sorted by the paths' bytes. Links
    /// are not followed.
    public static func statuses(below folder: String) throws(FileError) -> [(path: String, status: FileStatus)] {
        try walk(folder, skippingUnreadable: false, names: names)
            .compactMap { path, status in status.map { (path, $0) } }
            .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// Returns the relative paths of everything below a folder, each subfolder before its contents, with its state; nil
    /// for a file that another process removed, or whose state cannot be read.
    private static func walk(
        _ folder: String, skippingUnreadable: Bool, names: (_ folder: String) throws(FileError) -> [String]
    ) throws(FileError) -> [(path: String, status: FileStatus?)] {
        var all: [(path: String, status: FileStatus?)] = []
        var pending = try Array(names(folder).reversed())
        while let path = pending.popLast() {
            var status: FileStatus?
            do throws(FileError) {
                status = try FileStatus.of("\(folder)/\(path)")
                if status?.kind == .folder {
                    pending += try names("\(folder)/\(path)").reversed().map { "\(path)/\($0)" }
                }
            } catch {
                guard skippingUnreadable else { throw error }
            }
            all.append((path, status))
        }
        return all
    }

    /// Returns the names in an open folder, without their NUL, and closes the descriptor. Throws the error of `open` if
    /// the descriptor is negative.
    static func rawNames(in descriptor: CInt, _ path: String) throws(FileError) -> [[UInt8]] {
        guard descriptor >= 0 else { throw .last(.list, path) }
        guard let stream = fdopendir(descriptor) else {
            let error = FileError.last(.list, path)
            close(descriptor)
            throw error
        }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != [0x2E] && name != [0x2E, 0x2E] { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw .last(.list, path) }
        return names
    }

    private static func rawNames(in folder: String) throws(FileError) -> [[UInt8]] {
        try rawNames(in: open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), folder)
    }
}
