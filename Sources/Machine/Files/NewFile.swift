import SystemPackage

/// Writes files that are either complete or absent.
public enum NewFile {
    /// Makes a file, replacing a file or link at the path, and lets `body` write it. Removes it again when `body`
    /// throws or returns false.
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
        guard let file = try OpenFile.creating(path, mode: 0o600) else {
            throw .system(.open, path: path, .fileExists)
        }
        return file
    }
}

extension FileSystem {
    /// Writes a file beside `path` and renames it to `path`. It replaces a file or link, and keeps the permissions of a
    /// file.
    public static func write(_ bytes: some Collection<UInt8>, to path: String) throws(FileError) {
        let new = Replacement(of: path)
        guard let file = try OpenFile.creating(new.path, mode: 0o666) else {
            throw .system(.open, path: path, .fileExists)
        }
        try file.write(Array(bytes)[...])
        if let old = try FileStatus.of(path), old.kind == .file { try file.setPermissions(old.permissions) }
        try new.place()
    }

    /// Copies a file, a link, or a folder with its contents to an unused path: bytes and permissions of files, targets
    /// of links.
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

    /// The same for a file; a link is followed.
    public static func copyFile(_ path: String, to other: String) throws(FileError) {
        let source = try OpenFile.reading(path)
        guard let file = try OpenFile.creating(other, mode: 0o600) else {
            throw .system(.open, path: other, .fileExists)
        }
        do throws(FileError) {
            _ = try file.copy(source)
            try file.setPermissions(source.status().permissions)
        } catch {
            try? remove(other)
            throw error
        }
    }
}

/// A path beside another one, for a new file or folder that then replaces the other one.
public struct Replacement: ~Copyable {
    /// The unused path at which to make it.
    public let path: String
    private let target: String

    public init(of target: String) {
        self.target = target
        path = "\(target).\(String(UInt64.random(in: .min ... .max), radix: 36)).new"
    }

    /// Removes a file or folder that was not placed.
    deinit { try? FileSystem.removeTree(path) }

    /// Renames it, as rename(2) does: over a file, a link or an empty folder.
    public borrowing func place() throws(FileError) { try FileSystem.rename(path, to: target) }
}
