import Actions
import Basics
import Machine

/// The files below a folder, as far as they are known without being read.
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
        let found = try FileSystem.statuses(below: folder).filter { [.file, .link].contains($0.status.kind) }
        for (path, own) in found {
            let target = own.kind == .file ? own : try FileStatus.following("\(folder)/\(path)")
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
