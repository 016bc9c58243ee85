public import Basics

/// A file of this machine that a plan takes in.
public struct LocalFile: Hashable, Sendable {
    /// Absolute.
    public var path: String
    public var digest: Digest

    public init(path: String, digest: Digest) {
        self.path = path
        self.digest = digest
    }
}
