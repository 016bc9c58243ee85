import Basics

/// Why headers of several targets cannot live in one folder.
public enum HeaderMergeError: Error, Hashable, Sendable {
    /// A file for one target where another has a folder that holds `below`.
    case fileAndFolder(RelativePath, below: RelativePath)
    /// It differs between targets, and its name cannot be written in an `#include`.
    case unusableName(RelativePath)
}

extension HeaderMergeError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .fileAndFolder(let path, let below):
            "header `\(path)` of one target is a folder of another, which holds `\(below)`"
        case .unusableName(let path): "header `\(path)` differs between targets, and no `#include` can hold its name"
        }
    }
}
