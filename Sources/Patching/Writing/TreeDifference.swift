public import Actions
public import Basics

/// Writes the differences between two trees as a patch.
public struct TreeDifference: Sendable {
    let read: @Sendable (Digest) async throws -> [UInt8]

    /// - Parameter read: reads a file's bytes.
    public init(read: @escaping @Sendable (Digest) async throws -> [UInt8]) { self.read = read }

    /// A patch, and the files that it changes.
    public struct Patch: Hashable, Sendable {
        public var bytes: [UInt8]
        public var files: [RelativePath]
    }

    /// A difference that a patch cannot contain.
    public enum Obstacle: Error, Hashable, Sendable {
        /// A link that was made, changed or removed.
        case link(RelativePath)
        /// A file that contains a zero byte.
        case binary(RelativePath)
    }

    /// Returns the patch that turns `old` into `new`; both are loaded to the leaves. It does not include empty folders.
    ///
    /// - Throws: `Obstacle`, and the errors of reading.
    public func patch(from old: Directory, to new: Directory) async throws -> Patch {
        let (before, after) = (Self.files(of: old), Self.files(of: new))
        // Deletions come first: a folder may replace a file, or a file a folder.
        let removed = before.keys.filter { after[$0] == nil }.sorted()
        let others = after.keys.filter { before[$0] != after[$0] }.sorted()
        var writer = DiffWriter()
        for path in removed + others {
            writer.add(
                FilePair(
                    path: path, old: try await version(before[path], path), new: try await version(after[path], path)))
        }
        return Patch(bytes: writer.bytes, files: removed + others)
    }

    private static func files(of tree: Directory) -> [RelativePath: Node] {
        var files: [RelativePath: Node] = [:]
        tree.forEachFile { files[$0] = $1 }
        return files
    }

    private func version(_ node: Node?, _ path: RelativePath) async throws -> FilePair.Version? {
        switch node {
        case nil: return nil
        case .file(let digest, let isExecutable):
            let bytes = try await read(digest)
            guard !bytes.contains(0) else { throw Obstacle.binary(path) }
            return FilePair.Version(bytes: bytes, isExecutable: isExecutable)
        case .symlink, .directory, .unloaded: throw Obstacle.link(path)
        }
    }
}

extension TreeDifference.Obstacle: CustomStringConvertible {
    public var description: String {
        switch self {
        case .link(let path): "`\(PatchError.printable(path.string))` is a link that was added, changed or removed"
        case .binary(let path): "`\(PatchError.printable(path.string))` is not a text file"
        }
    }

    public var hint: String? { "a patch can change text files only" }
}
