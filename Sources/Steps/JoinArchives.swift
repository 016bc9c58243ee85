import Basics

/// Joins archives into one, with members in the order of the archives, for products that consist of several libraries.
///
/// SwiftPM links the archives of binary targets in any order, and gold searches each archive once: libssl before
/// libcrypto works, the reverse does not. In one archive the order does not matter. Joining fat archives gives a fat
/// archive.
///
/// Reads `archives/INDEX/FILE` for each input. Writes `joined.a`.
public enum JoinArchives: BuiltinStep {
    public static let name = BuiltinName.joinArchives
    public static let revision = 1
    public static let outputs: [RelativePath] = ["joined.a"]

    public struct Parameters: Codable, Hashable, Sendable {
        /// Paths of the inputs, in link order.
        public var archives: [RelativePath]

        public init(archives: [RelativePath]) { self.archives = archives }
    }
}
