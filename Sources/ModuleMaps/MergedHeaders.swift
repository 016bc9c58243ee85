import Basics
import Targets

/// The files of one folder `include` for all targets.
public struct MergedHeaders<Content: Hashable & Sendable>: Sendable {
    /// The files by path below `include`.
    public var files: [RelativePath: File] = [:]
    /// Files that were left out: module maps that the library installed.
    public var dropped: [RelativePath] = []

    public enum File: Hashable, Sendable {
        /// Equal for every target.
        case common(Content)
        /// A generated header that includes one of the variants. `targets` are the targets that have the header; nil if
        /// all have it.
        case dispatch(String, targets: [Target]?)
        /// The contents of the header `of` for these targets.
        case variant(Content, of: RelativePath, targets: [Target])
    }

    /// The origin of each header, sorted by path: the input of `ModuleMapWriter`.
    public var origins: [HeaderOrigin] {
        files.sorted { $0.key < $1.key }.map { path, file in
            switch file {
            case .common: HeaderOrigin(path: path, kind: .common)
            case .dispatch(_, targets: nil): HeaderOrigin(path: path, kind: .dispatch)
            case .dispatch(_, let targets): HeaderOrigin(path: path, kind: .partial, targets: targets)
            case .variant(_, let header, let targets):
                HeaderOrigin(path: path, kind: .variant, targets: targets, of: header)
            }
        }
    }
}
