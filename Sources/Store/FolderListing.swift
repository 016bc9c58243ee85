import Actions
import Basics
import Machine

/// The files below a folder, as far as they are known without being read: see `FileSystem.files(below:)`.
struct FolderListing {
    private let folder: String
    private let files: [ListedFile]
    /// Four numbers that change when a file appears, disappears, or changes its identity, size or times.
    let stamp: [Int64]
    /// The latest time at which a file changed, in nanoseconds since 1970.
    let newest: Int64

    init(_ folder: String) throws(FileError) {
        self.folder = folder
        files = try FileSystem.files(below: folder)
        var (bytes, newest) = ([UInt8](), Int64.min)
        for file in files {
            switch file.contents {
            case .link(let text): bytes += "\(file.path)\0\(text)\0".utf8
            case .file(let status):
                bytes += "\(file.path)\0\0".utf8
                newest = max(newest, status.modified, status.changed)
                FileDigestRecord.numbers(of: status).withUnsafeBytes { bytes += $0 }
            }
        }
        self.newest = newest
        stamp = Digest(of: bytes).hash.bytes.withUnsafeBytes { bytes in
            (0..<4).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self) }
        }
    }

    /// Returns the paths with the digests of the files' bytes. A link that leads to no file counts with its text.
    func contents() throws(FileError) -> [UInt8] {
        var text = ""
        for file in files {
            text += file.path + "\0"
            switch file.contents {
            case .link(let link): text += "-> \(link)\n"
            case .file: text += "\(try Digest(ofFile: "\(folder)/\(file.path)"))\n"
            }
        }
        return Array(text.utf8)
    }
}
