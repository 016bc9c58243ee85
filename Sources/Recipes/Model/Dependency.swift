import Basics

/// Another recipe whose library this one needs.
public struct Dependency: Hashable, Sendable {
    public let name: PackageName
    /// The accepted versions; nil for all.
    public let versions: VersionRange?
    /// The dependency's options that must be on.
    public let options: [OptionName]
    /// The dependency's options that must be off.
    public let without: [OptionName]
    /// Whether this library's public headers include the dependency's.
    public let isPublic: Bool
}
