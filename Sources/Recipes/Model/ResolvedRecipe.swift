import Basics
import Targets

/// A recipe for one version, target, toolchain and set of options: every `when:` and table is decided, and nothing is
/// left to choose.
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
    /// Programs of the build machine that the build needs besides the toolchain's.
    public let tools: [ToolName]
    /// Files of the recipe's folder that the build finds below `${FILES}`, each once.
    public let files: [RelativePath]
    /// The dependencies: those of `depends:`, then of options, then of `when:`. If a name occurs several times, all of
    /// these entries apply.
    public let dependencies: [Dependency]
    /// Arguments of `configure`: those of `build:`, then of options, then of `when:`. In the commands of a script, they
    /// have already replaced `${ARGUMENTS}`.
    public let configure: [ResolvedWord]
    public let cflags: [ResolvedWord]
    public let ldflags: [ResolvedWord]
    public let defines: [Define]
    public let variables: [String: ResolvedWord]
    /// The replacement of the toolchain's sysroot; nil to use the toolchain's.
    public let sysroot: Sysroot?
    public let bitcode: Bitcode
    /// The oldest system version on which the result runs; nil if the recipe sets none, or if binaries of the target
    /// record no such version.
    public let minimum: OSVersion?
    public let products: Products
    public let licenseFiles: [RelativePath]
    /// Nil if the recipe has no `tests:`. A script has its tests in the step `test` of `build` instead.
    public let tests: LibraryTests<BuildVariable>?
}
