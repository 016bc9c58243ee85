/// The reason why an archive was not unpacked.
public struct ArchiveError: Error, Hashable, Sendable {
    /// The archive's file name.
    public var archive: String
    /// The path of the entry as the archive spells it; nil for an error of the whole archive.
    public var entry: String?
    public var reason: Reason

    public enum Reason: Error, Hashable, Sendable {
        /// The file is not an archive, or a damaged one; the text is libarchive's.
        case unreadable(String)
        /// The archive ends before its end mark.
        case truncated
        case path(PathFault)
        /// A link with the given target.
        case link(target: String, LinkFault)
        /// An entry of another kind than file, folder or link, such as a device, a fifo or a socket.
        case kind(String)
        case bound(Bound, limit: Int)
        case strip(StripFault)
        /// The contents of a file could not be stored.
        case notKept(String)
        case cancelled
    }

    /// The reason why a path is rejected.
    public enum PathFault: Hashable, Sendable {
        /// It begins with `/`.
        case absolute
        /// It has a component `..`.
        case leavesRoot
        /// It is empty, not UTF-8, or has control characters.
        case malformed
        /// It is a duplicate, or has a component that is not a folder.
        case duplicate
        /// It differs from `other` only by case, or by the Unicode composition of its letters.
        case caseClash(other: String)
    }

    /// The reason why a link is rejected.
    public enum LinkFault: Hashable, Sendable {
        case absolute
        /// It leads out of the root.
        case leavesRoot
        /// It leads to itself.
        case loop
        /// The target of a hard link is not the path of an earlier file.
        case noFile
    }

    /// The quantities that have limits.
    public enum Bound: Hashable, Sendable { case entries, bytes, ratio, paths, depth }

    /// The reason why leading folders cannot be removed.
    public enum StripFault: Hashable, Sendable {
        /// Another entry begins with different folders: `other`.
        case differs(other: String, count: Int)
        /// The path has no more components than are to be removed.
        case nothingLeft(count: Int)
    }
}
