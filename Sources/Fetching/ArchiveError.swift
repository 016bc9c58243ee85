/// Why an archive was not unpacked.
public struct ArchiveError: Error, Hashable, Sendable {
    /// The archive's file name.
    public var archive: String
    /// The path of the entry as the archive spells it; nil when it is about the whole.
    public var entry: String?
    public var reason: Reason

    public init(archive: String, entry: String?, reason: Reason) {
        self.archive = archive
        self.entry = entry
        self.reason = reason
    }

    public enum Reason: Hashable, Sendable {
        /// Not an archive, or a damaged one; `message` is libarchive's.
        case unreadable(String)
        /// It ends before its end mark.
        case truncated
        case path(PathFault)
        /// A link with the given target.
        case link(target: String, LinkFault)
        /// Neither file nor folder nor link: a device, a fifo, a socket.
        case kind(String)
        case bound(Bound, limit: Int)
        case strip(StripFault)
        /// The place that keeps the files refused one.
        case notKept(String)
        case cancelled
    }

    /// What is wrong with a path.
    public enum PathFault: Hashable, Sendable {
        /// It begins with `/`.
        case absolute
        /// It has a `..`.
        case leavesRoot
        /// It is empty, not UTF-8, or has control characters.
        case malformed
        /// It comes twice, or goes through something that is not a folder.
        case duplicate
        /// It differs from `other` by case, or by the composition of its letters, only.
        case caseClash(other: String)
    }

    /// What is wrong with a link.
    public enum LinkFault: Hashable, Sendable {
        case absolute
        /// Followed, it leads out of the root.
        case leavesRoot
        /// Followed, it leads to itself.
        case loop
        /// A hard link to something that is not a file which came before.
        case noFile
    }

    /// What is bounded.
    public enum Bound: Hashable, Sendable { case entries, bytes, ratio, depth }

    /// Why leading folders cannot be left out.
    public enum StripFault: Hashable, Sendable {
        /// Another entry begins with other folders: `other`.
        case differs(other: String, count: Int)
        /// It has no more components than are left out.
        case nothingLeft(count: Int)
    }
}
