import Basics

/// A version of a recipe that becomes a newer one: what changes in the text of its file.
public struct VersionChange: Hashable, Sendable {
    public let from: Version
    public let to: Version
    /// For each source of the version, in their order.
    public let sources: [Source]

    public struct Source: Hashable, Sendable {
        /// The Debian package's version.
        public let version: String
        public let file: RelativePath
        public let suite: String
        public let sha256: SHA256Value

        public init(version: String, file: RelativePath, suite: String, sha256: SHA256Value) {
            self.version = version
            self.file = file
            self.suite = suite
            self.sha256 = sha256
        }
    }

    public init(from: Version, to: Version, sources: [Source]) {
        self.from = from
        self.to = to
        self.sources = sources
    }
}
