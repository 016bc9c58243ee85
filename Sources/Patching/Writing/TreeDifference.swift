public import Actions
public import Basics

/// Writes the differences between two trees as a patch, by git. The patch applies with this module, `git apply` and GNU
/// patch; it has no times and no digests.
public struct TreeDifference: Sendable {
    let read: @Sendable (Digest) async throws -> [UInt8]
    let difference: @Sendable (_ history: [UInt8]) async throws -> [UInt8]

    /// - Parameters:
    ///   - read: reads a file's bytes.
    ///   - difference: runs `script` on a history, and returns the patch.
    public init(
        read: @escaping @Sendable (Digest) async throws -> [UInt8],
        difference: @escaping @Sendable (_ history: [UInt8]) async throws -> [UInt8]
    ) {
        self.read = read
        self.difference = difference
    }

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

    /// Returns the patch that turns `old` into `new`, except for empty folders; both must be loaded completely.
    ///
    /// - Throws: `Obstacle`, and the errors of reading and of git.
    public func patch(from old: Directory, to new: Directory) async throws -> Patch {
        let (before, after) = (Self.files(of: old), Self.files(of: new))
        let removed = before.keys.filter { after[$0] == nil }.sorted()
        let others = after.keys.filter { before[$0] != after[$0] }.sorted()
        guard !(removed + others).isEmpty else { return Patch(bytes: [], files: []) }
        var history = GitHistory()
        for (branch, files) in [("old", before), ("new", after)] {
            history.commit(branch)
            for path in removed + others { try await add(files[path], path, to: &history) }
        }
        return Patch(bytes: try await difference(history.bytes), files: removed + others)
    }

    private static func files(of tree: Directory) -> [RelativePath: Node] {
        var files: [RelativePath: Node] = [:]
        tree.forEachFile { files[$0] = $1 }
        return files
    }

    private func add(_ node: Node?, _ path: RelativePath, to history: inout GitHistory) async throws {
        switch node {
        case nil: break
        case .file(let digest, let isExecutable):
            let bytes = try await read(digest)
            guard !bytes.contains(0) else { throw Obstacle.binary(path) }
            history.add(path, bytes, isExecutable: isExecutable)
        case .symlink, .directory, .unloaded: throw Obstacle.link(path)
        }
    }
}

extension TreeDifference.Obstacle: CustomStringConvertible {
    public var description: String {
        switch self {
        case .link(let path): "`\(path.string.onOneLine)` is a link that was added, changed or removed"
        case .binary(let path): "`\(path.string.onOneLine)` is not a text file"
        }
    }

    public var hint: String? { "a patch can change text files only" }
}
