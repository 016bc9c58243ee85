import SystemPackage

/// Writes files that are either complete or absent.
public enum NewFile {
    /// Makes a file, replacing a file or link at the path, and calls `body` to write it. Removes the file again when
    /// `body` throws or returns false.
    ///
    /// - Returns: the result of `body`.
    public static func write(
        to path: String, isExecutable: Bool, _ body: (borrowing OpenFile) throws(FileError) -> Bool
    ) throws(FileError) -> Bool {
        let file = try create(path)
        do throws(FileError) {
            let isWhole = try body(file)
            if isWhole { try file.setPermissions(isExecutable ? 0o755 : 0o644) } else { try FileSystem.remove(path) }
            return isWhole
        } catch {
            try? FileSystem.remove(path)
            throw error
        }
    }

    private static func create(_ path: String) throws(FileError) -> OpenFile {
        if let file = try OpenFile.creating(path, mode: 0o600) { return file }
        try FileSystem.remove(path)
        return try unused(path, mode: 0o600)
    }

    /// Makes a file for writing at an unused path.
    fileprivate static func unused(_ path: String, mode: UInt16) throws(FileError) -> OpenFile {
        guard let file = try OpenFile.creating(path, mode: mode) else {
            throw .system(.open, path: path, .fileExists)
        }
        return file
    }
}

extension FileSystem {
    /// Writes a new file in the folder of `path`, then renames it to `path`. It replaces a file or link there, and gets
    /// the permissions of a replaced file. A process that is killed before the renaming leaves the new file behind.
    public static func write(_ bytes: some Collection<UInt8>, to path: String) throws(FileError) {
        let old = try FileStatus.of(path).flatMap { $0.kind == .file ? $0.permissions : nil }
        // The new file never has wider permissions than the old one.
        let file = try NewFile.unused(TemporaryName.path(beside: path, "new"), mode: old ?? 0o666)
        do throws(FileError) {
            try file.write(Array(bytes)[...])
            if let old { try file.setPermissions(old) }
            try rename(file.path, to: path)
        } catch {
            try? remove(file.path)
            throw error
        }
    }

    /// Copies a file, a link, or a folder with its contents to an unused path. Files keep their bytes and permissions,
    /// links their targets.
    public static func copyTree(_ path: String, to other: String) throws(FileError) {
        switch try FileStatus.of(path)?.kind {
        case .file: try copyFile(path, to: other)
        case .link: try makeLink(other, target: linkTarget(path))
        case .folder:
            guard try makeFolder(other) else { throw .system(.createFolder, path: other, .fileExists) }
            for name in try names(in: path) { try copyTree("\(path)/\(name)", to: "\(other)/\(name)") }
        case .special: throw .special(path: path)
        case nil: throw .system(.copy, path: path, .noSuchFileOrDirectory)
        }
    }

    /// Copies a file with its permissions to an unused path; follows a link.
    public static func copyFile(_ path: String, to other: String) throws(FileError) {
        let source = try OpenFile.reading(path)
        let file = try NewFile.unused(other, mode: 0o600)
        do throws(FileError) {
            _ = try file.copy(source)
            try file.setPermissions(source.status().permissions)
        } catch {
            try? remove(other)
            throw error
        }
    }
}

/// A path for a new file or folder, in the folder of the target that the new one then replaces.
public struct Replacement: ~Copyable {
    /// The unused path at which to make the new file or folder.
    public let path: String
    private let target: String

    /// Chooses the path, and removes the temporary files of `target` that killed processes left a day ago or earlier.
    public init(of target: String) {
        TemporaryName.removeLeftovers(of: target, minimumAge: 24 * 60 * 60)
        self.target = target
        path = TemporaryName.path(beside: target, "new")
    }

    /// Removes the new file or folder if `place` did not rename it.
    deinit { try? FileSystem.removeTree(path) }

    /// Renames the new file or folder to the target, as rename(2) does: the target may be a file, a link or an empty
    /// folder.
    public borrowing func place() throws(FileError) { try FileSystem.rename(path, to: target) }
}
