import Actions
import Basics
import Store
import Synchronization

/// Reads folders from a store, each once: the inputs of most steps are in the same few sysroots. What is remembered
/// stays right, because a folder is found by its digest.
final class FolderMemory: Sendable {
    private let store: any BlobStore
    private let folders = Mutex<[Digest: Directory]>([:])

    init(_ store: any BlobStore) {
        self.store = store
    }

    func folder(_ digest: Digest) async throws(StoreError) -> Directory {
        if let known = folders.withLock({ $0[digest] }) { return known }
        let folder = try await Directory.read(digest, from: store)
        folders.withLock { $0[digest] = folder }
        return folder
    }
}
