import Basics
import Targets

/// One `include` for all targets.
public struct MergedHeaders<Content: Hashable & Sendable>: Sendable {
    /// By path below `include`.
    public var files: [RelativePath: File] = [:]
    /// Files that were left out: module maps that the library installed.
    public var dropped: [RelativePath] = []

    public init() {}

    public enum File: Hashable, Sendable {
        /// The same for every target.
        case common(Content)
        /// A text of ours that includes one of the variants. `targets` names those that have the header at all, nil
        /// when every one does.
        case dispatch(String, targets: [Target]?)
        /// One content of `of`, for these targets.
        case variant(Content, of: RelativePath, targets: [Target])
    }

    /// What became of each header, in the order of the paths: what `ModuleMapWriter` needs to know.
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
