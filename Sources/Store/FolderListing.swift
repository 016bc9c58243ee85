import Actions
import Basics
import Machine
import SystemPackage

/// The files below a folder, as far as they are known without being read. A link to a folder elsewhere counts with that
/// folder's files, unless it leads to the state of the running system, as `/var/run` does. The caches of Python do not
/// count: their bytes differ between machines with the same modules.
struct FolderListing {
    private let folder: String
    /// Sorted by the paths' bytes.
    private let files: [(path: String, link: String?)]
    /// Four numbers that change when a file appears, disappears, or changes its identity, size or times.
    let stamp: [Int64]
    /// The latest time at which a file changed, in nanoseconds since 1970.
    let newest: Int64

    init(_ folder: String) throws(FileError) {
        self.folder = folder
        var (files, newest) = ([(path: String, link: String?)](), Int64.min)
        var hasher = SHA256Hasher()
        for (path, own) in try Self.statuses(below: folder) {
            let target = own.kind == .file ? own : try Self.target("\(folder)/\(path)")
            let file = target.flatMap { $0.kind == .file ? $0 : nil }
            let link = file == nil ? try FileSystem.linkTarget("\(folder)/\(path)") : nil
            files.append((path, link))
            hasher.update(Array("\(path)\0\(link ?? "")\0".utf8))
            guard let file else { continue }
            newest = max(newest, file.modified, file.changed)
            for number in FileDigestRecord.numbers(of: file) { withUnsafeBytes(of: number) { hasher.update($0) } }
        }
        (self.files, self.newest) = (files, newest)
        stamp = hasher.finish().hash.bytes.withUnsafeBytes { bytes in
            (0..<4).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self) }
        }
    }

    /// The folders of the running system's state.
    private static let volatile: [FilePath] = ["/dev", "/proc", "/run", "/sys"]

    private static func isVolatile(_ real: String) -> Bool { volatile.contains { FilePath(real).starts(with: $0) } }

    /// Returns the status of a link's target; nil if there is none or it is state of the running system.
    private static func target(_ link: String) throws(FileError) -> FileStatus? {
        guard let real = FileSystem.realPath(link), !isVolatile(real) else { return nil }
        return try FileStatus.following(link)
    }

    private static func statuses(below folder: String) throws(FileError) -> [(path: String, status: FileStatus)] {
        let isInside = { (path: String, folder: String) in "\(path)/".hasPrefix(folder == "/" ? "/" : "\(folder)/") }
        let own = FileSystem.realPath(folder) ?? folder
        var all: [(path: String, status: FileStatus)] = []
        var (pending, seen) = ([""], [own])
        while let place = pending.popLast() {
            for (path, status) in try FileSystem.statuses(below: folder + place) {
                let path = "\(place)/\(path)"
                guard !path.contains("/__pycache__/"), [.file, .link].contains(status.kind) else { continue }
                all.append((String(path.dropFirst()), status))
                guard status.kind == .link, FileSystem.kind(folder + path) == .folder,
                    let real = FileSystem.realPath(folder + path), !isVolatile(real), !isInside(own, real),
                    !seen.contains(where: { isInside(real, $0) })
                else { continue }
                seen.append(real)
                pending.append(path)
            }
        }
        return all.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// Returns the paths with the digests of the files' bytes. A link that leads to no file counts with its text.
    func contents() throws(FileError) -> [UInt8] {
        var text = ""
        for (path, link) in files {
            text += path + "\0"
            if let link {
                text += "-> \(link)\n"
            } else {
                text += "\(try Digest(ofFile: "\(folder)/\(path)"))\n"
            }
        }
        return Array(text.utf8)
    }
}
