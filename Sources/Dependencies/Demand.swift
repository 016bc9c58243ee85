import Basics
import Recipes

/// A requirement on a package's version, with the chain of dependents that leads to it.
public struct Demand: Hashable, Sendable {
    /// The chain from the requested package down to the dependent; empty for a requested package itself.
    public let chain: [Dependent]
    /// The accepted versions; nil for all.
    public let versions: VersionRange?

    /// A package that needs another package.
    public struct Dependent: Hashable, Sendable {
        public let name: PackageName
        public let version: Version
    }
}

extension Demand: CustomStringConvertible {
    /// One line, such as: curl 8.0 of libgit2 1.9 requires >=1.3. The nearest dependent comes first.
    public var description: String {
        let range = versions.map { "`\($0)`" } ?? "any version"
        let path = chain.dropLast().reversed().map { " of `\($0.name)` \($0.version)" }.joined()
        return "\(requester)\(path) requires \(range)"
    }

    /// The nearest dependent.
    var requester: String { chain.last.map { "`\($0.name)` \($0.version)" } ?? "the request" }
}
