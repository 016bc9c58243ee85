import Basics

/// An input that determined the result, for the manifest.
public struct InputRecord: Hashable, Sendable, Codable {
    public var kind: Kind
    /// A source's file name, or a toolchain's name and version.
    public var name: String
    /// The digest of its bytes; for a toolchain, of its identity.
    public var sha256: SHA256Value
    /// The size in bytes; nil if the input is not one file.
    public var size: Int?
    /// The recipe's address of the input, not that of the mirror that served it.
    public var url: String?

    public enum Kind: String, Hashable, Sendable, Codable {
        case source
        case patch
        case recipe
        case toolchain
        case sysroot
    }

    public init(kind: Kind, name: String, sha256: SHA256Value, size: Int? = nil, url: String? = nil) {
        self.kind = kind
        self.name = name
        self.sha256 = sha256
        self.size = size
        self.url = url
    }
}
