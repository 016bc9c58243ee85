// Converts archives to trees: reads tar (plain, gzip, bzip2, xz, zstd), zip (wheels) and the files of a Debian binary
// package, and makes a Directory and its blobs. Nothing is written to disk here. Archives are not trusted: ArchiveTree,
// ArchivePath and ArchiveStream check them.

import Actions
import Basics
import SystemPackage

/// Unpacks archives.
public struct ArchiveReader: Sendable {
    let limits: ArchiveLimits

    /// Returns the tree of an archive's entries without `strip` leading folders, which must be the same for all
    /// entries.
    ///
    /// `isWanted` gets each entry's path before folders are stripped; entries for which it returns false are skipped,
    /// and only their paths are checked. `write` stores a file's bytes, which arrive in pieces: no
    /// file is held in memory. The owner's executable bit is kept; other mode
    /// bits, times and owners are dropped, so that equal contents give equal trees.
    public func unpack(
        _ file: FilePath, strip: Int = 0, where isWanted: @Sendable (RelativePath) -> Bool = { _ in true },
        write: @Sendable (BlobPieces) async throws -> Digest
    ) async throws(ArchiveError) -> Directory {
        let stream = try ArchiveStream.open(file, limits: limits)
        var unpacking = Unpacking(
            stream: stream, paths: ArchivePath(strip: strip, maximumDepth: limits.depth),
            tree: ArchiveTree(maximumPathBytes: limits.pathBytes))
        while let entry = try stream.next() {
            guard !Task.isCancelled else { throw stream.error(.cancelled, nil) }
            guard let path = try unpacking.place(of: entry, isWanted) else {
                try stream.skip(entry)
                continue
            }
            try await unpacking.add(entry, at: path, write)
        }
        return try unpacking.finished()
    }
}

extension ArchiveReader {
    public init() { self.init(limits: ArchiveLimits()) }
}

/// The state of unpacking one archive.
private struct Unpacking {
    let stream: ArchiveStream
    var paths: ArchivePath
    var tree: ArchiveTree
    /// The entries that are links, for the message about an invalid link.
    var links: [RelativePath: ArchiveEntry] = [:]

    /// Returns the path of an entry in the tree; nil for an entry that is not in the tree.
    mutating func place(
        of entry: ArchiveEntry, _ isWanted: (RelativePath) -> Bool
    ) throws(ArchiveError) -> RelativePath? {
        do throws(ArchiveError.Reason) {
            let parts = try paths.components(entry.path)
            guard let path = RelativePath(parts.joined(separator: "/")), isWanted(path) else { return nil }
            return try paths.stripped(parts, isFolder: entry.kind == .folder)
        } catch {
            throw stream.error(error, entry)
        }
    }

    mutating func add(
        _ entry: ArchiveEntry, at path: RelativePath, _ write: (BlobPieces) async throws -> Digest
    ) async throws(ArchiveError) {
        let node: Node
        switch entry.kind {
        case .file:
            node = .file(try await keep(entry, write), isExecutable: entry.isExecutable)
        case .folder: node = .directory(Directory())
        case .symlink(let target):
            node = .symlink(target: target)
            links[path] = entry
        case .hardLink(let target): node = try file(linkedTo: target, by: entry)
        case .other(let kind): throw stream.error(.kind(kind), entry)
        }
        do throws(ArchiveError.Reason) {
            try tree.insert(node, at: path)
        } catch {
            throw stream.error(error, entry)
        }
    }

    private func keep(
        _ entry: ArchiveEntry, _ write: (BlobPieces) async throws -> Digest
    ) async throws(ArchiveError) -> Digest {
        do {
            return try await write { take in try stream.read(entry, take) }
        } catch let error as ArchiveError {
            throw error
        } catch {
            throw stream.error(error is CancellationError ? .cancelled : .notKept("\(error)"), entry)
        }
    }

    /// Returns the file to which a hard link leads; the link names it by the path of an entry of the archive.
    private mutating func file(linkedTo target: String, by entry: ArchiveEntry) throws(ArchiveError) -> Node {
        var file: Node?
        do throws(ArchiveError.Reason) {
            let parts = try paths.components(target)
            file = try paths.stripped(parts, isFolder: false).flatMap { tree.file(at: $0) }
        } catch {
            throw stream.error(.link(target: target, target.hasPrefix("/") ? .absolute : .leavesRoot), entry)
        }
        guard let file else { throw stream.error(.link(target: target, .noFile), entry) }
        return file
    }

    func finished() throws(ArchiveError) -> Directory {
        for (path, target) in tree.links {
            guard let fault = tree.fault(ofLink: path, target: target) else { continue }
            throw stream.error(.link(target: target, fault), links[path])
        }
        return tree.directory
    }
}
