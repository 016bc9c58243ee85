import Basics

/// The replacement of a version in a recipe's file by a newer version.
public struct VersionChange: Hashable, Sendable {
    public let from: Version
    public let to: Version
    /// The replacements of the version's sources, in the order of those sources.
    public let sources: [Source]

    public struct Source: Hashable, Sendable {
        public let place: Place
        public let sha256: SHA256Value

        public enum Place: Hashable, Sendable {
            /// A file of a Debian source package, and the package's version.
            case debian(version: String, file: RelativePath, suite: String)
            /// An address. In it and in the addresses of its mirrors, only the version is replaced.
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
