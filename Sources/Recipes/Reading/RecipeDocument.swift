import Basics
import Documents
import Packages
import Targets

/// The readable part of a recipe: every value is valid by itself, or is missing and its fault noted. Checks find faults
/// in the combination of several values.
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
    var conditions: [Located<ConditionBlock>]
    var minimum: [TableEntry<VersionedSystem, OSVersion>]
    var targets: [Located<TargetSelector>]?
    var products: Located<Products>?
    var licenseFiles: [Located<RelativePath>]?
    var tests: Located<TestsBlock>?
    var packages: [PackageFormat]
    var privacy: [TableEntry<RequiredReason, [Located<String>]>]

    /// Every file beside the recipe that it names.
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

/// A source with the places of its values.
struct SourceEntry: Sendable {
    var source: Source
    /// The source's own address and those of its mirrors.
    var addresses: [Located<WebAddress>]
    var debian: Located<Source.DebianFile>?
    var sha256: Located<SHA256Value>
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
    /// Whether it has a key that changes a build, even if the key's value is wrong.
    var changesSomething = false
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
    /// The place of the first mention of each dependency.
    var dependencyMarks: [PackageName: Mark] {
        let blocks =
            dependencies + options.flatMap(\.value.dependencies) + conditions.flatMap(\.value.dependencies)
        return Dictionary(blocks.map { ($0.name.value, $0.name.mark) }) { min($0, $1) }
    }
}
