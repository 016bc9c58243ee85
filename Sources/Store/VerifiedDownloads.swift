import Basics
import Synchronization

/// The blobs that came from elsewhere since the store was opened. Their bytes were digested on the way: such a blob is
/// not digested again when it is written out, as long as its file is the same with the same size and times. That is the
/// rule by which `FileDigestCache` knows a compiler again.
final class VerifiedDownloads: Sendable {
    private let files = Mutex<[Digest: FileStatus]>([:])

    /// `status` is that of the blob's file under its final name.
    func add(_ digest: Digest, _ status: FileStatus) { files.withLock { $0[digest] = status } }

    func vouch(for digest: Digest, _ status: FileStatus) -> Bool { files.withLock { $0[digest] } == status }
}
