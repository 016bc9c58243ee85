import SystemPackage

/// A file or link below a folder.
public struct ListedFile: Hashable, Sendable {
    public enum Contents: Hashable, Sendable {
        /// A file, or a link that leads to one: the file's state.
        case file(FileStatus)
        /// A link that leads to no file, or to the running system's state: its text.
        case link(String)
    }

    /// Relative to the folder.
    public let path: String
    public let contents: Contents
}

extension FileSystem {
    /// Returns the files and links below a folder, sorted by the paths' bytes.
    ///
    /// A link to a folder elsewhere counts with that folder's files, unless it leads to the state of the running system,
    /// as `/var/run` does. The caches of Python do not count: their bytes differ between machines with the same modules.
    public static func files(below folder: String) throws(FileError) -> [ListedFile] {
        let own = realPath(folder) ?? folder
        var all: [ListedFile] = []
        var (pending, seen) = ([""], [own])
        while let place = pending.popLast() {
            for (path, status) in try statuses(below: folder + place) {
                let path = "\(place)/\(path)"
                guard status.kind == .file || status.kind == .link, !isPythonCache(path) else { continue }
                all.append(try listed(path, status, in: folder))
                guard status.kind == .link, kind(folder + path) == .folder, let real = realPath(folder + path),
                    !isVolatile(real), !isInside(own, real), !seen.contains(where: { isInside(real, $0) })
                else { continue }
                seen.append(real)
                pending.append(path)
            }
        }
        return all.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    private static func listed(
        _ path: String, _ status: FileStatus, in folder: String
    ) throws(FileError) -> ListedFile {
        let file = status.kind == .file ? status : try target("\(folder)\(path)")
        let relative = String(path.dropFirst())
        if let file, file.kind == .file { return ListedFile(path: relative, contents: .file(file)) }
        return ListedFile(path: relative, contents: .link(try linkTarget("\(folder)\(path)")))
    }

    /// Returns the status of a link's target; nil if there is none or it is state of the running system.
    private static func target(_ link: String) throws(FileError) -> FileStatus? {
        guard let real = realPath(link), !isVolatile(real) else { return nil }
        return try FileStatus.following(link)
    }

    /// The folders of the running system's state.
    private static let volatile: [FilePath] = ["/dev", "/proc", "/run", "/sys"]

    private static func isVolatile(_ real: String) -> Bool { volatile.contains { FilePath(real).starts(with: $0) } }

    private static func isInside(_ path: String, _ folder: String) -> Bool {
        "\(path)/".hasPrefix(folder == "/" ? "/" : "\(folder)/")
    }

    /// Compares bytes: folders of headers have hundreds of files.
    private static func isPythonCache(_ path: String) -> Bool {
        path.utf8.split(separator: 0x2F).dropLast().contains { $0.elementsEqual("__pycache__".utf8) }
    }
}
