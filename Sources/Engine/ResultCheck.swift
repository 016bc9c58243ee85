import Actions
import Basics
import Store

/// Finds out whether the store still holds all of a result. Walks whole trees: for when something was found missing.
struct ResultCheck: Sendable {
    let store: any BlobStore
    let load: FolderLoader

    /// Whether every blob of the result, and of the trees that it names, is there.
    func isComplete(_ result: ActionResult) async throws(EngineError) -> Bool {
        do throws(StoreError) {
            try await store.fetch(result.blobs)
            guard try await store.missing(result.blobs).isEmpty else { return false }
            for output in result.outputs.values {
                switch output {
                case .file, .symlink: break
                case .directory(_, let root):
                    if try await !holdsTree(root) { return false }
                }
            }
            return true
        } catch {
            switch error {
            case .missing, .malformed: return false
            case .system, .changed, .special, .badName, .linkInTheWay: throw .store(error)
            }
        }
    }

    private func holdsTree(_ digest: Digest) async throws(StoreError) -> Bool {
        let folder = try await load(digest)
        var files: [Digest] = []
        for entry in folder.entries {
            switch entry.node {
            case .file(let digest, _): files.append(digest)
            case .symlink: break
            case .directory(let directory): if try await !holdsTree(directory.digest) { return false }
            case .unloaded(let digest): if try await !holdsTree(digest) { return false }
            }
        }
        try await store.fetch(files)
        return try await store.missing(files).isEmpty
    }
}
