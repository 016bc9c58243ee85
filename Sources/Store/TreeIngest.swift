public import Actions
import Basics
public import SystemPackage

/// Takes folders of this machine into a store: the files' bytes go there, a `Directory` comes back.
///
/// Of permissions only the owner's right to execute is kept; links are kept as they are written, dangling ones too;
/// times, owners and hard links are not kept. Devices, fifos and sockets are refused.
public struct TreeIngest: Sendable {
    private let store: any FileStore

    public init(into store: any FileStore) { self.store = store }

    /// The contents of a folder, loaded to the leaves.
    public func directory(at folder: FilePath) async throws(StoreError) -> Directory {
        try await directory(folder.string, depth: 1)
    }

    /// What stands at a path; nil when nothing does.
    public func node(at path: FilePath) async throws(StoreError) -> Node? { try await node(path.string, depth: 0) }

    /// What stands at a path as the output of an action, with a folder's messages stored as well;
    /// nil when nothing does.
    public func output(at path: FilePath) async throws(StoreError) -> ActionResult.Output? {
        switch try await node(at: path) {
        case .file(let digest, let isExecutable): return .file(digest, isExecutable: isExecutable)
        case .symlink(let target): return .symlink(target: target)
        case .directory(let directory):
            let (tree, root) = try await store.put(directory)
            return .directory(tree: tree, root: root)
        // A walk loads every folder that it meets.
        case .unloaded, nil: return nil
        }
    }

    private func directory(_ path: String, depth: Int) async throws(StoreError) -> Directory {
        // What is kept must be readable again, and that is bounded.
        guard depth <= Directory.maximumDepth else {
            throw .system(.list, path: path, code: Errno.fileNameTooLong.rawValue)
        }
        var entries: [Directory.Entry] = []
        for name in try FileSystem.names(in: path) {
            guard Directory.isName(name) else { throw .badName(folder: path, name: name) }
            // One that went away since the folder was listed is as one that never was.
            guard let node = try await node("\(path)/\(name)", depth: depth) else { continue }
            entries.append(Directory.Entry(name: name, node: node))
        }
        return Directory(entries: entries)
    }

    /// `depth` is that of the folder in which the node stands.
    private func node(_ path: String, depth: Int) async throws(StoreError) -> Node? {
        guard let status = try FileStatus.of(path) else { return nil }
        switch status.kind {
        case .file:
            return .file(try await store.put(file: FilePath(path)), isExecutable: status.isExecutable)
        case .folder: return .directory(try await directory(path, depth: depth + 1))
        case .link: return .symlink(target: try FileSystem.linkTarget(path))
        case .special: throw .special(path: path)
        }
    }
}
