import Basics

/// Something that the result was made of, for the manifest.
public struct InputRecord: Hashable, Sendable, Codable {
    public var kind: Kind
    /// A source's file name, a toolchain's name and version.
    public var name: String
    /// Of its bytes; for a toolchain its identity.
    public var sha256: SHA256Value
    /// In bytes; nil where there is no one file.
    public var size: Int?
    /// Where it comes from, of the recipe's addresses; not the mirror that happened to answer.
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
