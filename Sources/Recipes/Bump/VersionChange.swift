import Basics

/// The replacement of a recipe's version by a newer one: the edits of its file.
public struct VersionChange: Hashable, Sendable {
    public let from: Version
    public let to: Version
    /// The new source of each source of the version, in their order.
    public let sources: [Source]

    public struct Source: Hashable, Sendable {
        public let place: Place
        public let sha256: SHA256Value

        public enum Place: Hashable, Sendable {
            /// A file of a Debian source package, and the package's version.
            case debian(version: String, file: RelativePath, suite: String)
            /// An address that differs from the old one only in its version, as do the addresses of its mirrors.
            case url
        }

        public init(_ place: Place, sha256: SHA256Value) {
            self.place = place
            self.sha256 = sha256
        }
    }

    public init(from: Version, to: Version, sources: [Source]) {
        self.from = from
        self.to = to
        self.sources = sources
    }
}
