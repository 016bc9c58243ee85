public import Basics

/// The newest file of a package.
public struct Offer: Hashable, Sendable {
    public var version: String
    /// The file's name.
    public var file: String
    public var digest: Digest
}
