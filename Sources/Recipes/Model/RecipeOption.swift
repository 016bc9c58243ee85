import Basics

/// Something of a library that can be left out or put in.
public struct RecipeOption: Hashable, Sendable {
    public let name: OptionName
    public let summary: String
    /// Whether it is on when nobody says anything.
    public let isOnByDefault: Bool
    /// Arguments of `configure` when it is on, and when it is off.
    public let on: [RecipeWord]
    public let off: [RecipeWord]
    /// What it needs of other recipes when it is on.
    public let dependencies: [Dependency]
    /// Options that must be on when this one is.
    public let requires: [OptionName]
    /// The versions that have it, any of these; empty for all.
    public let versions: [VersionRange]
    /// What a build leaves besides when it is on.
    public let libraries: [RelativePath]
    public let headers: [HeaderPattern]

    /// Whether a version has it.
    public func exists(in version: Version) -> Bool {
        versions.isEmpty || versions.contains { $0.contains(version) }
    }
}
