import Actions
import Basics

/// What is remembered of a file.
struct FileDigestRecord: Hashable, Sendable {
    /// What must still be so for the digest to hold.
    struct Status: Hashable, Sendable {
        let device: Int64
        let inode: Int64
        let size: Int64
        let modified: Int64
        let changed: Int64
    }

    let status: Status
    let digest: Digest

    /// More than a machine has tools and results in use; beyond it, what this run did not see goes.
    static let limit = 20_000

    static func merging(
        _ fresh: [String: FileDigestRecord], over stored: [String: FileDigestRecord]
    ) -> [String: FileDigestRecord] {
        stored.count + fresh.count > limit ? fresh : stored.merging(fresh) { $1 }
    }
}

extension FileDigestRecord.Status {
    init(_ status: FileStatus) {
        self.init(
            device: status.identity.device, inode: status.identity.inode, size: Int64(status.size),
            modified: status.modified, changed: status.changed)
    }
}
