/// Why an archive was not unpacked.
public struct ArchiveError: Error, Hashable, Sendable {
    /// The archive's file name.
    public var archive: String
    /// The path of the entry as the archive spells it; nil for an error of the whole archive.
    public var entry: String?
    public var reason: Reason

    public enum Reason: Error, Hashable, Sendable {
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
        /// The store refused a file.
        case notKept(String)
        case cancelled
    }

    /// Why a path is refused.
    public enum PathFault: Hashable, Sendable {
        /// It begins with `/`.
        case absolute
        /// It has a component `..`.
        case leavesRoot
        /// It is empty, not UTF-8, or has control characters.
        case malformed
        /// It is a duplicate, or has a component that is not a folder.
        case duplicate
        /// It differs from `other` only by case, or by the composition of its letters.
        case caseClash(other: String)
    }

    /// Why a link is refused.
    public enum LinkFault: Hashable, Sendable {
        case absolute
        /// It leads out of the root.
        case leavesRoot
        /// It leads to itself.
        case loop
        /// A hard link to a path that is no earlier file.
        case noFile
    }

    /// The bounded quantities.
    public enum Bound: Hashable, Sendable { case entries, bytes, ratio, depth }

    /// Why leading folders cannot be removed.
    public enum StripFault: Hashable, Sendable {
        /// Another entry begins with different folders: `other`.
        case differs(other: String, count: Int)
        /// It has no more components than are removed.
        case nothingLeft(count: Int)
    }
}
