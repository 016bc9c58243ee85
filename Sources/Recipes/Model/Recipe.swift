import Basics
import Packages
import Targets

/// A library and its build, as the recipe's author declares them. Only `Recipe.read` makes recipes, after its checks.
///
/// A recipe is independent of tools, folders and the machine.
public struct Recipe: Hashable, Sendable {
    public let name: PackageName
    public let summary: String
    public let license: LicenseExpression
    public let homepage: WebAddress?
    /// The versions in the order of the text; at least one.
    public let versions: [RecipeVersion]
    /// The version for requests that name none.
    public let defaultVersion: Version
    public let build: BuildSystem<RecipeVariable>
    public let slices: Slices
    /// Programs of the build machine that the build needs besides the toolchain's.
    public let tools: [ToolName]
    /// Files of the recipe's folder that the build finds below `${FILES}`, each once: the scripts of the steps, then
    /// the entries of `files:`.
    public let files: [RelativePath]
    /// The dependencies of every build.
    public let dependencies: [Dependency]
    /// The tables of `map:`.
    public let tables: [TargetTable]
    /// The settings for every target.
    public let settings: Settings
    public let options: [RecipeOption]
    /// The entries of `when:`, applied in order.
    public let conditions: [Condition]
    public let minimum: [VersionedSystem: OSVersion]
    /// The targets for requests that name none.
    public let targets: [TargetSelector]
    /// The products of every build.
    public let products: Products
    /// Files of the source that are part of every package.
    public let licenseFiles: [RelativePath]
    public let tests: LibraryTests<RecipeVariable>?
    /// The formats of the packages that every build makes besides the plain folder.
    public let packages: [PackageFormat]
    /// The reasons for which the library calls system functions of the kinds for which Apple requires a reason. Kinds
    /// without an entry are not declared.
    public let privacy: [RequiredReason: [String]]
    /// The author's reasons for results of configure that look wrong, by the name of the function or tool.
    public let explained: [String: String]

    /// Returns the products of a build with these options: `products`, then the additions of the options that are on.
    public func products(_ choice: RecipeChoice) -> Products {
        options.filter { choice.options[$0.name] == true }.reduce(products) { $0.adding($1.libraries, $1.headers) }
    }

    /// Returns the declaration of exactly this version; nil if there is none.
    public subscript(version: Version) -> RecipeVersion? { versions.first { $0.version == version } }

    /// Returns the version that a name selects: an exact match, else the newest version that begins with it (`3.0` for
    /// 3.0.20); nil if there is none.
    public func version(named wanted: Version) -> RecipeVersion? {
        self[wanted] ?? versions.filter { wanted.begins($0.version) }.max { $0.version < $1.version }
    }

    /// The default targets of a recipe that names none, chosen for most users.
    public static let usualTargets = usualGroups.map(TargetSelector.group)

    /// The same targets in the syntax of a recipe.
    static let usualWords = "`[\(usualGroups.map(\.rawValue).joined(separator: ", "))]`"

    private static let usualGroups: [TargetGroup] = [.ios, .iosSimulator, .macos, .linux]

    /// Returns the default targets on a host, each once, in the order of the selectors.
    public func defaultTargets(host: Target) -> [Target] {
        targets.flatMap { $0.targets(host: host) }.uniqued()
    }
}
