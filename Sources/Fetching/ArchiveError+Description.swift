// The messages for archives that cannot be unpacked: one line, lower case, no full stop.

import Basics

extension ArchiveError: CustomStringConvertible {
    /// ``archive `a.tar`: entry `x/../y`: the path leaves the archive``.
    public var description: String {
        "archive `\(archive)`: " + (entry.map { "entry `\($0.onOneLine)`: " } ?? "") + reason.description
    }
}

extension ArchiveError.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable(let message): "cannot be read: \(message)"
        case .truncated: "it is cut off"
        case .path(let fault): fault.description
        case .link(let target, let fault): "the link to `\(target)` \(fault)"
        case .kind(let kind): "a \(kind) is not a file, folder or link"
        case .bound(.entries, let limit): "more than \(limit) entries"
        case .bound(.bytes, let limit): "more than \(limit) bytes when unpacked"
        case .bound(.ratio, let limit): "more than \(limit) times as large when unpacked"
        case .bound(.paths, let limit): "paths of more than \(limit) bytes together"
        case .bound(.depth, let limit): "more than \(limit) folders deep"
        case .strip(let fault): fault.description
        case .notKept(let message): "could not be stored: \(message)"
        case .cancelled: "cancelled"
        }
    }
}

extension ArchiveError.PathFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .absolute: "the path is absolute"
        case .leavesRoot: "the path leaves the archive"
        case .malformed: "the path is empty, not UTF-8, or has control characters"
        case .duplicate: "the path is a duplicate"
        case .caseClash(let other): "the path is the same as `\(other)` where case does not count"
        }
    }
}

extension ArchiveError.LinkFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .absolute: "is absolute"
        case .leavesRoot: "leaves the archive"
        case .loop: "leads to itself"
        case .noFile: "names no earlier file"
        }
    }
}

extension ArchiveError.StripFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .differs(let other, let count): "cannot apply `strip: \(count)`: another entry is in `\(other)`"
        case .nothingLeft(let count): "cannot apply `strip: \(count)`: nothing of the path is left"
        }
    }
}
