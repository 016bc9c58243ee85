import Basics

/// An optional part of a library.
public struct RecipeOption: Hashable, Sendable {
    public let name: OptionName
    public let summary: String
    /// Whether the option is on by default.
    public let isOnByDefault: Bool
    /// Arguments of `configure` when the option is on.
    public let on: [RecipeWord]
    /// Arguments of `configure` when the option is off.
    public let off: [RecipeWord]
    /// The dependencies that the option adds.
    public let dependencies: [Dependency]
    /// Options that must be on when this option is on.
    public let requires: [OptionName]
    /// The ranges of versions that have the option; empty if all versions have it.
    public let versions: [VersionRange]
    /// The archives that a build with the option adds to the products.
    public let libraries: [RelativePath]
    /// The public headers that a build with the option adds to the products.
    public let headers: [HeaderPattern]

    /// Returns whether a version has the option.
    public func exists(in version: Version) -> Bool {
        versions.isEmpty || versions.contains { $0.contains(version) }
    }
}
