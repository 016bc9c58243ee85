import Basics

/// A package that another one was built with, for the manifest.
public struct DependencyRecord: Hashable, Sendable, Codable {
    public var name: String
    public var version: Version
    /// Its options, and whether each is on.
    public var options: [String: Bool]
    /// Of its archives, in the order of its recipe.
    public var sources: [SHA256Value]

    public init(name: String, version: Version, options: [String: Bool], sources: [SHA256Value]) {
        self.name = name
        self.version = version
        self.options = options
        self.sources = sources
    }
}
