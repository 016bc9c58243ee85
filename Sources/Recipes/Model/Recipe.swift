import Basics
import Targets

/// What a library is and how it is built, as its author declares it: data that was checked. Only `Recipe.read` makes
/// one.
///
/// Knows nothing of tools, folders or the machine.
public struct Recipe: Hashable, Sendable {
    public let name: PackageName
    public let summary: String
    public let license: LicenseExpression
    public let homepage: WebAddress?
    /// In the order of the text; at least one.
    public let versions: [RecipeVersion]
    /// The one that is meant when nobody names one.
    public let defaultVersion: Version
    public let build: BuildSystem<RecipeVariable>
    public let slices: Slices
    /// Programs of the building machine that the build needs besides the toolchain's.
    public let tools: [ToolName]
    /// Files of the recipe's folder that the build finds below `${FILES}`: the scripts of its steps, and those of
    /// `files:`; each once.
    public let files: [RelativePath]
    /// What every build needs of other recipes.
    public let dependencies: [Dependency]
    /// The tables of `map:`.
    public let tables: [TargetTable]
    /// What is said to the tools for every target.
    public let settings: Settings
    public let options: [RecipeOption]
    /// The entries of `when:`, applied in order.
    public let conditions: [Condition]
    public let minimum: [VersionedSystem: OSVersion]
    /// What is built when nobody names targets.
    public let targets: [TargetSelector]
    /// What every build leaves.
    public let products: Products
    /// Files of the source that go with every package.
    public let licenseFiles: [RelativePath]
    public let tests: LibraryTests<RecipeVariable>?
    /// What every build leaves besides the folder of files.
    public let packages: [PackageFormat]
    /// Why the library calls functions that Apple wants a reason for; kinds that are not spoken of are open.
    public let privacy: [RequiredReason: [String]]

    /// What a build leaves with these options: `products`, then what the options that are on add.
    public func products(_ choice: RecipeChoice) -> Products {
        options.filter { choice.options[$0.name] == true }.reduce(products) { $0.adding($1.libraries, $1.headers) }
    }

    /// The declared version of that name.
    public subscript(version: Version) -> RecipeVersion? { versions.first { $0.version == version } }

    /// The version that a person means by a name: that very one, else the newest that begins so (`3.0` for 3.0.20).
    public func version(named wanted: Version) -> RecipeVersion? {
        self[wanted] ?? versions.filter { wanted.begins($0.version) }.max { $0.version < $1.version }
    }

    /// What a recipe builds that says nothing of it: what most people have in mind.
    public static let usualTargets = usualGroups.map(TargetSelector.group)

    /// The same as a recipe would say it.
    static let usualWords = "`[\(usualGroups.map(\.rawValue).joined(separator: ", "))]`"

    private static let usualGroups: [TargetGroup] = [.ios, .iosSimulator, .macos, .linux]

    /// The default targets on a host, each once, in the order of the selectors.
    public func defaultTargets(host: Target) -> [Target] {
        targets.flatMap { $0.targets(host: host) }.uniqued()
    }
}
