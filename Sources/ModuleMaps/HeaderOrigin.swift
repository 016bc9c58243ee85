import Basics
import Targets

/// The origin of a header in the merged `include`.
public struct HeaderOrigin: Hashable, Sendable, Codable {
    public var path: RelativePath
    public var kind: Kind
    /// The targets that have the header, or use the variant; nil for all.
    public var targets: [Target]?
    /// The original header of a variant.
    public var of: RelativePath?

    public enum Kind: String, Hashable, Sendable, Codable {
        /// Equal for every target.
        case common
        /// Includes one of its variants; every target has one.
        case dispatch
        /// Includes one of its variants; targets without one get an error.
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
