public import Actions
import Basics
import Machine
public import SystemPackage

/// Stores folders of this machine: the files' bytes go to the store, and the caller gets a `Directory`.
///
/// Of the permissions, only the owner's executable bit is kept. Links are kept unchanged, including dangling links.
/// Times, owners and hard links are dropped. Devices, named pipes and sockets are refused.
public struct TreeIngest: Sendable {
    private let store: any FileStore

    public init(into store: any FileStore) { self.store = store }

    /// Stores the files of a folder and returns its contents, completely loaded.
    public func directory(at folder: FilePath) async throws(StoreError) -> Directory {
        try await directory(folder.string, depth: 1)
    }

    /// Stores the file or the folder's files at a path and returns the node; nil when the path does not exist.
    public func node(at path: FilePath) async throws(StoreError) -> Node? { try await node(path.string, depth: 0) }

    /// Does the same as `node(at:)`, also stores the messages of a folder, and returns the node as the output of an
    /// action; nil when the path does not exist.
    public func output(at path: FilePath) async throws(StoreError) -> ActionResult.Output? {
        guard let node = try await node(at: path) else { return nil }
        return try await store.putOutput(node)
    }

    private func directory(_ path: String, depth: Int) async throws(StoreError) -> Directory {
        // Readers limit the depth, and a stored tree must be readable.
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

    /// - Parameter depth: the depth of the folder that contains the node.
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
