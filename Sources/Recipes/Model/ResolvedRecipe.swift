import Basics
import Targets

/// A recipe for one version, target, toolchain and set of options: every `when:` and table decided, nothing left to
/// choose.
public struct ResolvedRecipe: Hashable, Sendable {
    public let name: PackageName
    public let version: RecipeVersion
    public let target: Target
    /// The toolchain's name.
    public let toolchain: String
    /// The options of this version, and whether each is on.
    public let options: [OptionName: Bool]
    public let build: BuildSystem<BuildVariable>
    public let slices: Slices
    /// Programs of the building machine that the build needs besides the toolchain's.
    public let tools: [ToolName]
    /// Files of the recipe's folder that the build finds below `${FILES}`, each once.
    public let files: [RelativePath]
    /// What it needs of other recipes: that of `depends:`, then the options', then that of `when:`. A name may stand
    /// here several times, and all of them hold.
    public let dependencies: [Dependency]
    /// Arguments of `configure`: those of `build:`, then the options', then those of `when:`. A script has them
    /// already, where it says `${ARGUMENTS}`.
    public let configure: [ResolvedWord]
    public let cflags: [ResolvedWord]
    public let ldflags: [ResolvedWord]
    public let defines: [Define]
    public let variables: [String: ResolvedWord]
    /// Nil for the toolchain's own.
    public let sysroot: Sysroot?
    public let bitcode: Bitcode
    /// Nil where the recipe says nothing, or the system has no such version.
    public let minimum: OSVersion?
    public let products: Products
    public let licenseFiles: [RelativePath]
    /// Nil where the recipe has none; for a script those of its step `test`.
    public let tests: LibraryTests<BuildVariable>?
}
