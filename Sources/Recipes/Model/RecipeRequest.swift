import Basics

/// A user's request for a recipe: `secp256k1`, `secp256k1@0.2.0`, with options enabled or disabled.
public struct RecipeRequest: Hashable, Sendable {
    public let name: PackageName
    /// Nil for the recipe's default version. It may be the beginning of a version: `3.0`.
    public let version: Version?
    /// The names of options to enable, as the user wrote them; `Recipe.choice` checks that the options exist.
    public var with: [String]
    /// The names of options to disable, unchecked too.
    public var without: [String]

    public init(name: PackageName, version: Version? = nil, with: [String] = [], without: [String] = []) {
        self.name = name
        self.version = version
        self.with = with
        self.without = without
    }

    /// Reads `NAME` or `NAME@VERSION`; throws for any other text.
    public init(_ text: String, with: [String] = [], without: [String] = []) throws(RecipeError) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let version = parts.count == 2 ? Version(parts[1]) : nil
        guard let name = PackageName(parts[0]), parts.count == 1 || version != nil else { throw .badRequest(text) }
        self.init(name: name, version: version, with: with, without: without)
    }

    /// Returns the request with the version that `Recipe.version(named:)` selects for it, if there is one: `3.0.20` in
    /// place of `3.0`.
    public func exact(in recipe: Recipe?) -> RecipeRequest {
        let found = version.flatMap { recipe?.version(named: $0)?.version }
        return RecipeRequest(name: name, version: found ?? version, with: with, without: without)
    }
}

extension RecipeRequest: CustomStringConvertible {
    public var description: String { name.string + (version.map { "@\($0)" } ?? "") }
}
