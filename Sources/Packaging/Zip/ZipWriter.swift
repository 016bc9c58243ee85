import Actions
import Basics
import CArchive
import Machine

/// Writes a tree as a zip that depends on nothing but the tree: entries sorted by path, the oldest time that zips
/// support, modes 755 and 644.
///
/// `copy` reads, hashes and packs a file block by block, then compares the hash with the file's digest. Format:
/// PKWARE's APPNOTE; links are files with a link's mode, as in Info-ZIP. `ZipFile` sets no date: libarchive then writes
/// 1 January 1980 in every time zone.
struct ZipWriter {
    /// The compression level. Level 6 takes three times as long, for zips that are a tenth smaller.
    private static let compression = 1
    private static let blockSize = 1 << 18

    func write(
        _ tree: Directory, to path: String, file: @Sendable (Digest) async throws -> String
    ) async throws {
        let archive = try ZipFile(path: path, compression: Self.compression)
        try await add(tree, below: "", to: archive, file)
        try archive.close()
    }

    private func add(
        _ folder: Directory, below parent: String, to archive: ZipFile,
        _ file: @Sendable (Digest) async throws -> String
    ) async throws {
        for entry in folder.entries {
            try Task.checkCancellation()
            let path = parent + entry.name
            switch entry.node {
            case .directory(let folder):
                try archive.addFolder(path)
                try await add(folder, below: path + "/", to: archive, file)
            case .file(let digest, let isExecutable):
                try archive.addFile(path, isExecutable: isExecutable, size: digest.size)
                try copy(try await file(digest), digest, into: archive)
            case .symlink(let target): try archive.addLink(path, to: target)
            case .unloaded: throw PackagingError.missing(.checked(path))
            }
        }
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
