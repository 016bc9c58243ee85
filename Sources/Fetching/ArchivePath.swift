// Converts the paths of entries to paths below the root: removes `.` components, repeated slashes and leading folders,
// and rejects every path that leaves the root.

import Basics

/// Converts the paths of one archive.
struct ArchivePath {
    /// The number of leading folders to remove.
    let strip: Int
    let maximumDepth: Int
    /// The leading folders of the first path.
    private var leading: String?

    init(strip: Int, maximumDepth: Int) {
        self.strip = strip
        self.maximumDepth = maximumDepth
    }

    /// Returns a path's components; none for the root itself, `./`.
    func components(_ path: String) throws(ArchiveError.Reason) -> [String] {
        guard !path.isEmpty else { throw .path(.malformed) }
        guard !path.hasPrefix("/") else { throw .path(.absolute) }
        let parts = path.split(separator: "/").filter { $0 != "." }.map(String.init)
        guard !parts.contains("..") else { throw .path(.leavesRoot) }
        guard parts.count <= maximumDepth else { throw .bound(.depth, limit: maximumDepth) }
        guard parts.isEmpty || RelativePath(parts.joined(separator: "/")) != nil else { throw .path(.malformed) }
        return parts
    }

    /// Returns the path without the leading folders; nil for one of those folders itself.
    mutating func stripped(_ parts: [String], isFolder: Bool) throws(ArchiveError.Reason) -> RelativePath? {
        guard strip > 0 else { return RelativePath(parts.joined(separator: "/")) }
        guard parts.count > strip || isFolder else { throw .strip(.nothingLeft(count: strip)) }
        let start = parts.prefix(strip).joined(separator: "/")
        if let leading, !Self.agree(leading, start, isWhole: parts.count >= strip) {
            throw .strip(.differs(other: leading, count: strip))
        }
        if parts.count >= strip { leading = leading ?? start }
        return RelativePath(parts.dropFirst(strip).joined(separator: "/"))
    }

    private static func agree(_ leading: String, _ start: String, isWhole: Bool) -> Bool {
        isWhole ? leading == start : leading.hasPrefix(start + "/") || start.isEmpty
    }
}
