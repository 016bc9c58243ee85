import Basics
import Documents
import Packages
import Targets

/// The values of a recipe that could be read. Each value is valid by itself; for a required value that is absent, a
/// fault was noted. Each `RecipeCheck` then looks for faults in the combination of several values. The properties have
/// the order of the keys in `RecipeLanguage.recipe`.
struct RecipeDocument: Sendable {
    var name: Located<PackageName>?
    var summary: Located<String>?
    var license: Located<LicenseExpression>?
    var homepage: Located<WebAddress>?
    var versions: [TableEntry<Version, VersionBlock>]?
    var build: BuildBlock?
    var dependencies: [DependencyBlock]
    var tables: [TableEntry<TableName, TableBlock>]
    var patches: [Located<Patch>]
    var options: [TableEntry<OptionName, OptionBlock>]
    var minimum: [TableEntry<VersionedSystem, OSVersion>]
    var conditions: [Located<ConditionBlock>]
    var targets: [Located<TargetSelector>]?
    var products: Located<Products>?
    var licenseFiles: [Located<RelativePath>]?
    var tests: Located<TestsBlock>?
    var packages: [PackageFormat]
    var privacy: [TableEntry<RequiredReason, [Located<String>]>]
    var explained: [TableEntry<String, String>]

    /// Every file of the recipe's folder that the recipe names.
    var attachments: [Located<RelativePath>] {
        let patches = patches + (versions ?? []).flatMap(\.value.patches)
        return (build?.allFiles ?? []) + patches.map { $0.map(\.file) }
    }
}

/// The values under a version.
struct VersionBlock: Sendable {
    var isDefault: Located<Bool>?
    var sources: [SourceEntry]
    var patches: [Located<Patch>]
}

/// A source with the places of its values. In a valid recipe, exactly one of the four locations is given.
struct SourceEntry: Sendable {
    var url: Located<WebAddress>?
    var mirrors: [Located<WebAddress>]
    var debian: Located<Source.DebianFile>?
    var pypi: Source.PyPIFile?
    var path: RelativePath?
    var sha256: Located<SHA256Value>
    var strip: Int

    /// The source's own address and those of its mirrors.
    var addresses: [Located<WebAddress>] { (url.map { [$0] } ?? []) + mirrors }

    /// The source without places; nil if no location could be read.
    var source: Source? {
        let own = url.map { _ in Source.Place.url(addresses.map(\.value)) } ?? debian.map { .debian($0.value) }
        let place = own ?? pypi.map(Source.Place.pypi) ?? path.map(Source.Place.path)
        return place.map { Source(place: $0, sha256: sha256.value, strip: strip) }
    }
}

/// The values under an option's name.
struct OptionBlock: Sendable {
    var summary: String
    var isOnByDefault: Bool
    var on: [Located<RecipeWord>]
    var off: [Located<RecipeWord>]
    var requires: [Located<OptionName>]
    var versions: [Located<VersionRange>]
    var dependencies: [DependencyBlock]
    var libraries: [Located<RelativePath>]
    var headers: [Located<HeaderPattern>]
    var keys: Set<String>

    /// Whether the option has a key that changes a build, even if the key's value is wrong.
    var changesSomething: Bool { !keys.isDisjoint(with: ["on", "off", "depends", "libraries", "headers"]) }
}

/// An entry of `when:`.
struct ConditionBlock: Sendable {
    var platforms: [Located<Platform>]
    var architectures: [Located<Architecture>]
    var environments: [Located<Environment>]
    var targets: [Located<TargetSelector>]
    var toolchains: [Located<String>]
    var versions: [Located<VersionRange>]
    var options: [Located<OptionName>]
    var without: [Located<OptionName>]
    var settings: SettingsBlock
    var minimum: Located<OSVersion>?
    var dependencies: [DependencyBlock]

    /// The entry without places.
    var condition: Condition {
        Condition(
            platforms: platforms.map(\.value), architectures: architectures.map(\.value),
            environments: environments.map(\.value), targets: targets.map(\.value),
            toolchains: toolchains.map(\.value), versions: versions.map(\.value), options: options.map(\.value),
            without: without.map(\.value), settings: settings.settings,
            dependencies: dependencies.map(\.dependency), minimum: minimum?.value)
    }
}

extension RecipeDocument {
    /// The dependencies of every build, then those of each option and of each entry of `when:`.
    var dependencyLists: [[DependencyBlock]] {
        [dependencies] + options.map(\.value.dependencies) + conditions.map(\.value.dependencies)
    }

    /// The place of the first mention of each dependency.
    var dependencyMarks: [PackageName: Mark] {
        Dictionary(dependencyLists.joined().map { ($0.name.value, $0.name.mark) }, uniquingKeysWith: min)
    }
}
