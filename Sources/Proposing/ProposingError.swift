public import Basics

/// Why no recipe can be proposed for a source.
public enum ProposingError: Error, Hashable, Sendable, CustomStringConvertible {
    case noVersion
    case noBuildSystem
    case noHeaders(PackageName)

    public var description: String {
        switch self {
        case .noVersion: "neither the source nor its name contains a version"
        case .noBuildSystem: "the source has no build files from which xbuild can propose a build"
        case .noHeaders(let name): "`\(name)` installs no headers"
        }
    }

    /// A suggestion; nil when there is none.
    public var hint: String? {
        switch self {
        case .noVersion: "call the archive `NAME-VERSION`"
        case .noBuildSystem: "write a recipe with `system: script`: see docs/recipes.md"
        case .noHeaders: nil
        }
    }
}
