public import Basics
import Synchronization

/// The corrupt blobs that were found and removed since the store was opened.
final class CorruptBlobs: Sendable {
    private let found = Mutex<Set<Digest>>([])

    func add(_ digest: Digest) { found.withLock { _ = $0.insert(digest) } }

    var all: Set<Digest> { found.withLock { $0 } }
}

extension DiskStore {
    /// The corrupt blobs that were found and removed since the store was opened.
    public var corruptBlobs: Set<Digest> { corruptFound.all }
}
