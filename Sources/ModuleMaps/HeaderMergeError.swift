import Basics

/// A reason why the headers of several targets cannot be merged into one folder.
public enum HeaderMergeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path is a file for one target and, for another, a folder that contains `below`.
    case fileAndFolder(RelativePath, below: RelativePath)
    /// The header differs between targets, and an `#include` cannot contain its name.
    case unusableName(RelativePath)

    public var description: String {
        switch self {
        case .fileAndFolder(let path, let below):
            "`\(path)` is a header for one target, but for another a folder that contains `\(below)`"
        case .unusableName(let path): "header `\(path)` differs between targets, and no `#include` can contain its name"
        }
    }
}
