public import Actions
import Basics
public import SystemPackage

/// Writes trees of a store to disk: files 0644 or 0755, folders 0755, whatever the umask, all with one time.
///
/// Lays a tree over what is there: a file or link takes the place of a file or link, other things stay. It never writes
/// through a link that stands below the folder it was given. Whoever needs all or nothing exports beside and renames.
public struct TreeExport: Sendable {
    /// 1980-01-01, the first time that a zip archive can hold. Not 0, which some tools take for a missing file.
    public static let defaultTime = 315_532_800

    private let store: any FileStore
    private let time: Int

    /// `time` is in seconds since 1970.
    public init(from store: any FileStore, time: Int = TreeExport.defaultTime) {
        self.store = store
        self.time = time
    }

    /// Writes the contents of a directory into a folder, which is made, with those above it, where it is missing.
    ///
    /// Folders that are not loaded are read from the store by their `Directory` messages. Throws `missing` for a blob that
    /// the store has lost.
    public func export(_ directory: Directory, to folder: FilePath) async throws(StoreError) {
        try FileSystem.makeFolders(folder.string)
        let directory = try await directory.loaded(from: store)
        try await store.fetch(directory.files)
        try await write(directory, into: folder.string)
    }

    /// Writes one node to a path; folders above it are made where they are missing.
    public func export(_ node: Node, to path: FilePath) async throws(StoreError) {
        if let parent = FileSystem.parent(of: path.string) { try FileSystem.makeFolders(parent) }
        try await write(node, to: path.string)
    }

    /// Writes an action's output to a path.
    public func export(_ output: ActionResult.Output, to path: FilePath) async throws(StoreError) {
        switch output {
        case .directory(let tree, _):
            try await export(Directory.load(tree: tree, from: store), to: path)
        case .file, .symlink: try await export(output.node, to: path)
        }
    }

    private func write(_ directory: Directory, into folder: String) async throws(StoreError) {
        for entry in directory.entries { try await write(entry.node, to: "\(folder)/\(entry.name)") }
        try FileSystem.setPermissions(folder, 0o755)
        // Last: each entry that was made changed it.
        try FileSystem.setTime(folder, seconds: time)
    }

    private func write(_ node: Node, to path: String) async throws(StoreError) {
        switch node {
        case .file(let digest, let isExecutable):
            try await store.materialize(digest, to: FilePath(path), isExecutable: isExecutable)
            try FileSystem.setTime(path, seconds: time)
        case .symlink(let target):
            try FileSystem.makeLink(path, target: target)
            try FileSystem.setTime(path, seconds: time)
        case .directory(let directory):
            try makeFolder(path)
            try await write(directory, into: path)
        case .unloaded(let digest):
            try await write(.directory(Directory.load(root: digest, from: store)), to: path)
        }
    }

    private func makeFolder(_ path: String) throws(StoreError) {
        if try FileSystem.makeFolder(path, mode: 0o755) { return }
        switch try FileStatus.of(path)?.kind {
        case .folder: break
        case .link: throw .linkInTheWay(path: path)
        case .file, .special, nil: throw .system(.createFolder, path: path, code: Errno.fileExists.rawValue)
        }
    }
}
