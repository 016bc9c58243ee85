import Basics

/// Fetches a pinned archive and unpacks it. Writes `tree`.
public enum FetchSource: BuiltinStep {
    public static let name = BuiltinName.fetchSource
    public static let revision = 1
    /// The unpacked files.
    public static let tree: RelativePath = "tree"
    public static let outputs = [tree]

    public struct Parameters: Codable, Hashable, Sendable {
        /// The locations, tried in order.
        public var locations: [SourceLocation]
        /// The number of leading folders to drop from the paths, by the SHA-256 of the archive.
        public var strip: [String: Int]
        /// The folders and files to unpack; empty for all.
        public var only: [RelativePath]

        public init(places: [(location: SourceLocation, strip: Int)], only: [RelativePath] = []) {
            locations = places.map(\.location)
            strip = Dictionary(places.map { ($0.location.sha256.hex, $0.strip) }) { first, _ in first }
            self.only = only
        }
    }
}
