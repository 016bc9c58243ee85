import Basics
import Machine
import Synchronization

/// The blobs that were downloaded since the store was opened. Their bytes were verified on arrival, so a downloaded
/// blob is not hashed again when it is exported, as long as its path leads to the same file with the same size and
/// times. `FileDigestCache` uses the same rule.
final class VerifiedDownloads: Sendable {
    private let files = Mutex<[Digest: FileStatus]>([:])

    /// - Parameter status: the status of the blob's file at its final path.
    func add(_ digest: Digest, _ status: FileStatus) { files.withLock { $0[digest] = status } }

    /// Returns whether the blob was downloaded, and its file has not changed since.
    func isVerified(_ digest: Digest, _ status: FileStatus) -> Bool { files.withLock { $0[digest] } == status }
}
