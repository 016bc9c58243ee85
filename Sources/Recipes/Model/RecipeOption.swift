import Basics

/// An optional part of a library.
public struct RecipeOption: Hashable, Sendable {
    public let name: OptionName
    public let summary: String
    /// Whether the option is on by default.
    public let isOnByDefault: Bool
    /// Arguments of `configure` when the option is on, and when it is off.
    public let on: [RecipeWord]
    public let off: [RecipeWord]
    /// The dependencies that the option adds.
    public let dependencies: [Dependency]
    /// Options that must be on when this option is on.
    public let requires: [OptionName]
    /// The versions that have the option, any of these; empty for all.
    public let versions: [VersionRange]
    /// The products that the option adds.
    public let libraries: [RelativePath]
    public let headers: [HeaderPattern]

    /// Returns whether a version has the option.
    public func exists(in version: Version) -> Bool {
        versions.isEmpty || versions.contains { $0.contains(version) }
    }
}
