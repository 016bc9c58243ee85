import Basics
import Targets

/// A recipe for one version, target, toolchain and set of options: every `when:` decided, nothing left to choose.
public struct ResolvedRecipe: Hashable, Sendable {
    public let name: PackageName
    public let version: RecipeVersion
    public let target: Target
    /// The toolchain's name.
    public let toolchain: String
    /// The options of this version, and whether each is on.
    public let options: [OptionName: Bool]
    public let build: BuildSystem
    public let slices: Slices
    /// Arguments of `configure`: those of `build:`, then the options', then those of `when:`.
    public let configure: [String]
    public let cflags: [String]
    public let ldflags: [String]
    public let defines: [Define]
    public let variables: [String: String]
    /// Nil for the toolchain's own.
    public let sysroot: Sysroot?
    public let bitcode: Bitcode
    /// Nil where the recipe says nothing, or the system has no such version.
    public let minimum: OSVersion?
    public let products: Products
    public let licenseFiles: [RelativePath]
    public let tests: LibraryTests?
}
