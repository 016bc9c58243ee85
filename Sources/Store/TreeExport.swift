public import Actions
import Basics
import Machine
public import SystemPackage

/// Writes trees of a store to disk. Files get the mode 0644 or 0755, folders 0755, independently of the umask; all get
/// the same modification time.
///
/// A tree is merged into existing folders: a file or link replaces a file or link, other entries stay. An export never
/// writes through a link below the given folder. For an atomic replacement, export to another folder and rename it.
public struct TreeExport: Sendable {
    /// 1980-01-01, the first time that a zip archive can store. 0 is unsuitable: some tools treat it as a missing file.
    public static let defaultTime = 315_532_800

    private let store: any FileStore
    private let time: Int

    /// - Parameter time: in seconds since 1970.
    public init(from store: any FileStore, time: Int = TreeExport.defaultTime) {
        self.store = store
        self.time = time
    }

    /// Writes the contents of a directory into a folder; the folder and its parents are created if they are missing.
    ///
    /// Folders that are not loaded are read from the store by their `Directory` messages. Throws `missing` for a blob
    /// that the store lost.
    public func export(_ directory: Directory, to folder: FilePath) async throws(StoreError) {
        try onDisk(FileSystem.makeFolders(folder.string))
        var remaining = Remaining()
        try await write(directory.loaded(from: store), in: folder.string, &remaining)
        try await write(remaining)
    }

    /// Writes one node to a path; missing parents are created.
    public func export(_ node: Node, to path: FilePath) async throws(StoreError) {
        if let parent = FileSystem.parent(of: path.string) { try onDisk(FileSystem.makeFolders(parent)) }
        var remaining = Remaining()
        try await write(node, at: path.string, &remaining)
        try await write(remaining)
    }

    /// Writes an action's output to a path.
    public func export(_ output: ActionResult.Output, to path: FilePath) async throws(StoreError) {
        switch output {
        case .directory(let tree, _):
            try await export(Directory.load(tree: tree, from: store), to: path)
        case .file, .symlink: try await export(output.node, to: path)
        }
    }

    /// The work that remains when all folders and links exist.
    private struct Remaining {
        var files: [File] = []
        /// Subfolders precede their parents.
        var folders: [String] = []
    }

    private struct File {
        var digest: Digest
        var isExecutable: Bool
        var path: String
    }

    private func write(_ directory: Directory, in folder: String, _ remaining: inout Remaining) async throws(StoreError)
    {
        for entry in directory.entries { try await write(entry.node, at: "\(folder)/\(entry.name)", &remaining) }
        remaining.folders.append(folder)
    }

    private func write(_ node: Node, at path: String, _ remaining: inout Remaining) async throws(StoreError) {
        switch node {
        case .file(let digest, let isExecutable):
            remaining.files.append(File(digest: digest, isExecutable: isExecutable, path: path))
        case .symlink(let target):
            try onDisk(FileSystem.makeLink(path, target: target))
            try setTime(path)
        case .directory(let directory):
            try makeFolder(path)
            try await write(directory, in: path, &remaining)
        case .unloaded(let digest):
            try await write(.directory(Directory.load(root: digest, from: store)), at: path, &remaining)
        }
    }

    /// The number of files that are written concurrently. Concurrency helps because creating a file takes the kernel as
    /// long as filling it.
    private static let parallel = 4

    private func write(_ remaining: Remaining) async throws(StoreError) {
        try await store.fetch(remaining.files.map(\.digest))
        let faults = await inParallel(remaining.files, atMost: Self.parallel) { file -> StoreError? in
            do throws(StoreError) {
                try await write(file)
                return nil
            } catch {
                return error
            }
        }
        for case .some(let fault) in faults { throw fault }
        // The times of folders are set last, because each new entry changes the time of its folder.
        for folder in remaining.folders {
            try onDisk(FileSystem.setPermissions(folder, 0o755))
            try setTime(folder)
        }
    }

    private func write(_ file: File) async throws(StoreError) {
        try await store.materialize(file.digest, to: FilePath(file.path), isExecutable: file.isExecutable)
        try setTime(file.path)
    }

    private func setTime(_ path: String) throws(StoreError) {
        try onDisk(FileSystem.setTime(path, nanoseconds: Int64(time) * 1_000_000_000))
    }

    private func makeFolder(_ path: String) throws(StoreError) {
        if try onDisk(FileSystem.makeFolder(path, mode: 0o755)) { return }
        switch try onDisk(FileStatus.of(path))?.kind {
        case .folder: break
        case .link: throw .linkInTheWay(path: path)
        case .file, .special, nil: throw .file(.system(.createFolder, path: path, .fileExists))
        }
    }
}
