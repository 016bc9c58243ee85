import Basics
import Targets

/// How a header of the merged `include` came to be.
public struct HeaderOrigin: Hashable, Sendable, Codable {
    public var path: RelativePath
    public var kind: Kind
    /// The targets that it is for, when those are not all.
    public var targets: [Target]?
    /// The header of which it is a variant.
    public var of: RelativePath?

    public enum Kind: String, Hashable, Sendable, Codable {
        /// The same for every target.
        case common
        /// Includes one of its variants; every target has one.
        case dispatch
        /// Includes one of its variants; some targets have none and get an error.
        case partial
        /// Included by a dispatch header only.
        case variant
    }

    public init(path: RelativePath, kind: Kind, targets: [Target]? = nil, of: RelativePath? = nil) {
        self.path = path
        self.kind = kind
        self.targets = targets
        self.of = of
    }
}
