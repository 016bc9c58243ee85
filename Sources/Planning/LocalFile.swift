public import Basics

/// A file of this machine that is an input of a plan.
public struct LocalFile: Hashable, Sendable {
    /// The absolute path.
    public var path: String
    public var digest: Digest

    public init(path: String, digest: Digest) {
        self.path = path
        self.digest = digest
    }
}
