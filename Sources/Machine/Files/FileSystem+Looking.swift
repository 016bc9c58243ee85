import Foundation

// Look-ups of files, folders and links by path.

extension FileSystem {
    /// Whether the path exists; a link counts as its target.
    public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Whether this process may read the file or folder.
    public static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    public static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

    public static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// The kind of the file, after following links; nil when there is none, or it cannot be inspected.
    public static func kind(_ path: String) -> FileStatus.Kind? { (try? FileStatus.following(path))?.kind }

    /// The target of a link, which need not exist.
    public static func linkTarget(_ path: String) throws(FileError) -> String {
        // Linux and Darwin allow at most 4095 and 1023 bytes.
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { readlink(path, $0, 4096) } ?? -1 }
        }
        guard count >= 0 else { throw .last(.read, path) }
        return try text(of: buffer.prefix(count), in: path)
    }

    /// The path without links, `.` and `..`; nil when it does not exist.
    public static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// The names in a folder, sorted by their bytes. Throws `badName` for one that is not UTF-8.
    public static func names(in folder: String) throws(FileError) -> [String] {
        try rawNames(in: folder).map { (bytes) throws(FileError) in try text(of: bytes, in: folder) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func text(of bytes: some Sequence<UInt8>, in folder: String) throws(FileError) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        throw .badName(folder: folder, name: String(decoding: Array(bytes), as: UTF8.self))
    }

    /// The same, with replacement characters in names that are not UTF-8: to show, or to compare with known names.
    public static func repairedNames(in folder: String) throws(FileError) -> [String] {
        try rawNames(in: folder).map { String(decoding: $0, as: UTF8.self) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The paths, relative to a folder, of everything below it, each folder before its contents. Links are not
    /// followed. Names that are not UTF-8 have replacement characters.
    ///
    /// - Parameter skippingUnreadable: skips folders below it that cannot be listed.
    public static func subpaths(
        of folder: String, skippingUnreadable: Bool = false
    ) throws(FileError) -> [String] {
        var paths: [String] = []
        var pending = try Array(repairedNames(in: folder).reversed())
        while let path = pending.popLast() {
            paths.append(path)
            do throws(FileError) {
                guard try FileStatus.of("\(folder)/\(path)")?.kind == .folder else { continue }
                pending += try repairedNames(in: "\(folder)/\(path)").reversed().map { "\(path)/\($0)" }
            } catch {
                guard skippingUnreadable else { throw error }
            }
        }
        return paths
    }

    /// The names in an open folder, without their NUL. Closes the descriptor; a negative one is a failure of `open`.
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
