import Basics
import Recipes

/// Somebody's wish for a package, with the way by which it came about.
public struct Demand: Hashable, Sendable {
    /// From what was asked for down to the dependent; empty for what was asked for itself.
    public let chain: [Dependent]
    /// Nil when every version will do.
    public let versions: VersionRange?

    /// A package that needs another one.
    public struct Dependent: Hashable, Sendable {
        public let name: PackageName
        public let version: Version

        public init(_ name: PackageName, _ version: Version) {
            self.name = name
            self.version = version
        }
    }

    public init(chain: [Dependent], versions: VersionRange?) {
        self.chain = chain
        self.versions = versions
    }
}

extension Demand: CustomStringConvertible {
    /// `curl 8.0, which libgit2 1.9 needs, wants >=1.3`, nearest dependent first.
    public var description: String {
        let range = versions.map { "`\($0)`" } ?? "any version"
        guard let first = chain.last else { return "\(range) is asked for" }
        let path = chain.dropLast().reversed().map { " of `\($0.name)` \($0.version)" }.joined()
        return "`\(first.name)` \(first.version)\(path) wants \(range)"
    }
}
