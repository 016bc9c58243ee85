public import Actions
import Basics
import Machine
public import SystemPackage

/// Stores folders of this machine: the store gets the files' bytes, the caller a `Directory`.
///
/// Of the permissions only the owner's executable bit is kept; links are kept unchanged, dangling ones too; times,
/// owners and hard links are dropped. Devices, fifos and sockets are refused.
public struct TreeIngest: Sendable {
    private let store: any FileStore

    public init(into store: any FileStore) { self.store = store }

    /// The contents of a folder, completely loaded.
    public func directory(at folder: FilePath) async throws(StoreError) -> Directory {
        try await directory(folder.string, depth: 1)
    }

    /// The node at a path; nil when there is none.
    public func node(at path: FilePath) async throws(StoreError) -> Node? { try await node(path.string, depth: 0) }

    /// The node at a path as the output of an action; the messages of a folder are stored as well. Nil when there is
    /// none.
    public func output(at path: FilePath) async throws(StoreError) -> ActionResult.Output? {
        guard let node = try await node(at: path) else { return nil }
        return try await store.putOutput(node)
    }

    private func directory(_ path: String, depth: Int) async throws(StoreError) -> Directory {
        // Stored trees must be readable again, and readers bound the depth.
        guard depth <= Directory.maximumDepth else {
            throw .file(.system(.list, path: path, .fileNameTooLong))
        }
        var entries: [Directory.Entry] = []
        for name in try onDisk(FileSystem.names(in: path)) {
            guard Directory.isName(name) else { throw .file(.badName(folder: path, name: name)) }
            // An entry that was removed since the folder was listed is ignored.
            guard let node = try await node("\(path)/\(name)", depth: depth) else { continue }
            entries.append(Directory.Entry(name: name, node: node))
        }
        return Directory(entries: entries)
    }

    /// - Parameter depth: that of the folder with the node.
    private func node(_ path: String, depth: Int) async throws(StoreError) -> Node? {
        guard let status = try onDisk(FileStatus.of(path)) else { return nil }
        switch status.kind {
        case .file:
            return .file(try await store.put(file: FilePath(path)), isExecutable: status.isExecutable)
        case .folder: return .directory(try await directory(path, depth: depth + 1))
        case .link: return .symlink(target: try onDisk(FileSystem.linkTarget(path)))
        case .special: throw .file(.special(path: path))
        }
    }
}
