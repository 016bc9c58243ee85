import Actions
import Basics
import Store
import SystemPackage

/// Files of a built-in action that streams: blobs to read, and a folder for what it writes, made when first needed.
struct BuiltinScratch: Sendable {
    let store: any FileStore
    /// The store of this disk: the same, or what stands before a cache elsewhere.
    let shared: DiskStore
    let folder: FilePath
    private let counter = Counter()

    var files: BuiltinFiles { BuiltinFiles(path: path, put: put) }

    func remove() { Files.remove(folder) }

    /// The file that this disk's store has: copying an archive that is only read would double the work. It is not
    /// proved to have its digest here; what it goes into is checked for what it holds.
    @Sendable private func path(_ digest: Digest) async throws -> String {
        if try shared.missing([digest]).isEmpty { return shared.path(of: digest).string }
        let path = try newPath()
        try await store.materialize(digest, to: path, isExecutable: false)
        return path.string
    }

    @Sendable private func put(_ write: @Sendable (String) async throws -> Void) async throws -> Digest {
        let path = try newPath()
        defer { Files.remove(path) }
        try await write(path.string)
        return try await store.put(file: path)
    }

    private func newPath() throws -> FilePath {
        try Files.makeFolder(folder)
        return folder.appending("\(counter.next())")
    }
}
