import Actions
import Basics
import CArchive
import Machine

/// Writes a tree as a zip that depends on nothing but the tree: entries sorted by path, the oldest time that zips
/// support, modes 755 and 644.
///
/// It reads, hashes and packs a file block by block, then compares the hash with the file's digest. Format: PKWARE's
/// APPNOTE; links are files with a link's mode, as in Info-ZIP. Entries have no date: libarchive then writes 1 January
/// 1980 in every time zone. It rounds all earlier dates up to the same value.
struct ZipWriter {
    /// The compression level; 6 takes three times as long and saves a tenth.
    var compression = 1
    private static let blockSize = 1 << 18

    /// An entry and its path in the zip.
    struct Entry {
        var path: String
        var node: Node
    }

    func write(
        _ tree: Directory, to path: String, file: @Sendable (Digest) async throws -> String
    ) async throws {
        let archive = try ZipFile(path: path, compression: compression)
        var pending = Self.entries(of: tree, below: "")
        pending.reverse()
        while let entry = pending.popLast() {
            try Task.checkCancellation()
            switch entry.node {
            case .directory(let folder):
                try archive.addFolder(entry.path)
                pending += Self.entries(of: folder, below: entry.path + "/").reversed()
            case .file(let digest, let isExecutable):
                try archive.addFile(
                    entry.path, isExecutable: isExecutable, size: digest.size)
                try copy(try await file(digest), digest, into: archive)
            case .symlink(let target): try archive.addLink(entry.path, to: target)
            case .unloaded: throw PackagingError.missing(.checked(entry.path))
            }
        }
        try archive.close()
    }

    private static func entries(of folder: Directory, below path: String) -> [Entry] {
        folder.entries.map { Entry(path: path + $0.name, node: $0.node) }
    }

    private func copy(_ path: String, _ digest: Digest, into archive: ZipFile) throws {
        guard let file = try? OpenFile.reading(path) else { throw PackagingError.changed(digest) }
        var hasher = SHA256Hasher()
        var block = [UInt8](repeating: 0, count: Self.blockSize)
        while let count = try? file.read(into: &block), count > 0 {
            hasher.update(block[..<count])
            try block.withUnsafeBytes { try archive.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        guard hasher.finish() == digest else { throw PackagingError.changed(digest) }
    }
}
