import Actions
import Basics
import Fetching
import Packaging

/// The step that has a pinned archive and unpacks it: its name, parameters and outputs. Whoever runs plans brings the
/// function.
public enum FetchSource {
    public static let name = "fetch"
    public static let revision = 1
    /// The unpacked files.
    public static let tree: RelativePath = "tree"

    public struct Parameters: Codable, Hashable, Sendable {
        /// Tried in order.
        public var locations: [SourceLocation]
        /// How many leading folders are dropped from the paths, by the SHA-256 of the archive.
        public var strip: [String: Int]
        /// The folders and files that are wanted; empty for all.
        public var only: [RelativePath]

        public init(places: [(location: SourceLocation, strip: Int)], only: [RelativePath] = []) {
            locations = places.map(\.location)
            strip = Dictionary(places.map { ($0.location.sha256.hex, $0.strip) }) { first, _ in first }
            self.only = only
        }
    }

    static func work(_ parameters: Parameters) -> Work {
        .builtin(name: name, revision: revision, parameters: Late { CanonicalJSON.line(of: parameters) })
    }
}
