import Actions
import Basics
import Machine
import Store
import SystemPackage

/// Files for a built-in action that streams: blobs to read, and a folder for its outputs, made when it is needed.
struct BuiltinScratch: Sendable {
    let store: any FileStore
    /// The store on this disk: the same store, or the folder in front of a remote cache.
    let shared: DiskStore
    let folder: FilePath
    private let counter = Counter()

    var files: BuiltinFiles { BuiltinFiles(path: path, put: put, putPieces: putPieces) }

    func remove() { try? folder.removeTree() }

    /// Returns the path of the store's own file if there is one: copying an archive that is only read would double the
    /// work. The file is not verified here, but each use verifies its contents.
    @Sendable private func path(_ digest: Digest) async throws -> String {
        if try shared.missing([digest]).isEmpty { return shared.path(of: digest).string }
        let path = try newPath()
        try await store.materialize(digest, to: path, isExecutable: false)
        return path.string
    }

    @Sendable private func put(_ write: @Sendable (String) async throws -> Void) async throws -> Digest {
        let path = try newPath()
        defer { try? path.removeTree() }
        try await write(path.string)
        return try await store.put(file: path)
    }

    @Sendable private func putPieces(_ pieces: BlobPieces) async throws -> Digest {
        try await store.put(pieces: pieces)
    }

    private func newPath() throws -> FilePath {
        try folder.makeFolders()
        return folder.appending("\(counter.next())")
    }
}
