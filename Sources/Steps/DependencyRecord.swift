import Basics

/// A package used in the build of another, for the manifest.
public struct DependencyRecord: Hashable, Sendable, Codable {
    public var name: String
    public var version: Version
    /// The options, and whether each is on.
    public var options: [String: Bool]
    /// The digests of the package's sources, in the order of its recipe.
    public var sources: [SHA256Value]

    public init(name: String, version: Version, options: [String: Bool], sources: [SHA256Value]) {
        self.name = name
        self.version = version
        self.options = options
        self.sources = sources
    }
}
