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

    /// A record of a folder. In place of a file's status it has the stamp of the listing, in which the third number is
    /// the digest's size.
    init(_ listing: FolderListing, _ digest: Digest) {
        let stamp = listing.stamp
        self.init(status: [stamp[0], stamp[1], Int64(digest.size), stamp[2], stamp[3]], digest: digest)
    }

    func isValid(for listing: FolderListing) -> Bool { status[0...1] + status[3...4] == listing.stamp[...] }

    /// Returns whether the file has not changed since the record was made.
    func isValid(for status: FileStatus) -> Bool { self.status == Self.numbers(of: status) }

    static func numbers(of status: FileStatus) -> [Int64] {
        [status.identity.device, status.identity.inode, Int64(status.size), status.modified, status.changed]
    }
}
