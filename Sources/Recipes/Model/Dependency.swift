import Basics

/// Another recipe whose library this one needs.
public struct Dependency: Hashable, Sendable {
    public let name: PackageName
    /// Nil for every version.
    public let versions: VersionRange?
    /// Its options that must be on, and off.
    public let options: [OptionName]
    public let without: [OptionName]
    /// Whether the headers that the package gives its users include the dependency's.
    public let isPublic: Bool

    public init(
        name: PackageName, versions: VersionRange? = nil, options: [OptionName] = [], without: [OptionName] = [],
        isPublic: Bool = false
    ) {
        self.name = name
        self.versions = versions
        self.options = options
        self.without = without
        self.isPublic = isPublic
    }
}
