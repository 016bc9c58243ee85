import Actions
import Basics
import Fetching
import Foundation

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
        /// How many leading folders are dropped from the paths.
        public var strip: Int
        /// The folders and files that are wanted; empty for all.
        public var only: [RelativePath]

        public init(locations: [SourceLocation], strip: Int, only: [RelativePath] = []) {
            self.locations = locations
            self.strip = strip
            self.only = only
        }
    }

    static func work(_ parameters: Parameters) -> Work { .json(name, revision, parameters) }
}

extension Work {
    /// A built-in action with its parameters as JSON, keys sorted.
    static func json(_ name: String, _ revision: Int, _ parameters: some Encodable) -> Work {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Parameters are plain values: text, numbers and lists of them always encode.
        let data = (try? encoder.encode(parameters)) ?? Data()
        return .builtin(name: name, revision: revision, parameters: String(decoding: data, as: UTF8.self))
    }
}
