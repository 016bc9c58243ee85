import Actions
import Basics
import Machine

/// The cached digest of a file.
struct FileDigestRecord: Hashable, Sendable {
    /// The state of the file for which the digest is valid: device, inode, size, time of modification, time of change.
    let status: [Int64]
    let digest: Digest

    /// The largest number of records: more than the tools and results in use on any machine. Above it, the records that
    /// this run did not compute are dropped.
    static let limit = 20_000

    static func merging(
        _ fresh: [String: FileDigestRecord], over stored: [String: FileDigestRecord]
    ) -> [String: FileDigestRecord] {
        stored.count + fresh.count > limit ? fresh : stored.merging(fresh) { $1 }
    }
}

extension FileDigestRecord {
    init(_ status: FileStatus, _ digest: Digest) { self.init(status: Self.numbers(of: status), digest: digest) }

    /// Returns whether the file has not changed since the record was made.
    func isValid(for status: FileStatus) -> Bool { self.status == Self.numbers(of: status) }

    private static func numbers(of status: FileStatus) -> [Int64] {
        [status.identity.device, status.identity.inode, Int64(status.size), status.modified, status.changed]
    }
}
