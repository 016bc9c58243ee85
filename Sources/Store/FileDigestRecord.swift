import Actions
import Basics
import Machine

/// The cached digest of a file.
struct FileDigestRecord: Hashable, Sendable {
    /// The state of the file for which the digest is valid.
    struct Status: Hashable, Sendable {
        let device: Int64
        let inode: Int64
        let size: Int64
        let modified: Int64
        let changed: Int64
    }

    let status: Status
    let digest: Digest

    /// More than the tools and results in use on any machine; above it, records that this run did not use are dropped.
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
