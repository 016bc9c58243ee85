import Basics
import Documents
import Targets

// `options:` and `when:`, and the settings that `build:` and `when:` share.

extension RecipeLanguage {
    /// One flag or a list of flags.
    private static let flags = flagWord.located.oneOrMany

    static let settings = Key<SettingsBlock>.group(
        .optional("configure", locatedArguments, default: [], "arguments of `configure`"),
        .optional("cflags", flags, default: [], "words for the C compiler"),
        .optional("ldflags", flags, default: [], "words for the compiler when it links"),
        .optional("defines", define.located.oneOrMany, default: [], "macros, each `NAME` or `NAME=VALUE`"),
        .optional("variables", variables, default: [], "environment variables, for example answers for `configure`"),
        .optional("sysroot", sysroot, "an SDK's name or folder in place of the toolchain's own"),
        .optional(
            "bitcode", Shape<Bitcode>.oneOf("a bitcode setting"), "Apple's bitcode in objects; by default `off`"),
        build: SettingsBlock.init)

    static let options = Shape<[TableEntry<OptionName, OptionBlock>]>.table(
        "a table of options", keys: optionName,
        values: Shape<OptionBlock>.mapping(
            "an option's table",
            .required("summary", .text("a summary"), "one line that describes the option"),
            .required("default", .bool, "whether it is on by default"),
            .optional("on", locatedArguments, default: [], "arguments of `configure` when it is on"),
            .optional("off", locatedArguments, default: [], "arguments of `configure` when it is off"),
            .optional(
                "requires", optionName.located.oneOrMany, default: [], "options that must be on when this one is"),
            .optional(
                "version", versionRange.located.oneOrMany, default: [], "the versions that have it; by default all"),
            .optional("depends", dependencies, default: [], "recipes that it needs when it is on"),
            .optional(
                "libraries", archiveName.located.oneOrMany, default: [],
                "archives that the build installs when it is on"),
            .optional(
                "headers", headerPattern.located.oneOrMany, default: [], "headers that the build installs when it is on"
            ),
            .names,
            build: OptionBlock.init))

    static let condition = Shape<ConditionBlock>.mapping(
        "an entry with conditions",
        .optional("platform", platform.located.oneOrMany.nonEmpty(), default: [], "platforms, one of which must match"),
        .optional("architecture", architecture.located.oneOrMany.nonEmpty(), default: [], "architectures"),
        .optional(
            "environment", environment.located.oneOrMany.nonEmpty(), default: [],
            "environments, for example `simulator`"),
        .optional(
            "target", targetSelector.located.oneOrMany.nonEmpty(), default: [], "groups, names or triples of targets"),
        .optional("toolchain", toolchainName.located.oneOrMany.nonEmpty(), default: [], "names of toolchains"),
        .optional(
            "version", versionRange.located.oneOrMany.nonEmpty(), default: [],
            "ranges of versions, for example `\">=0.5\"`"),
        .optional("option", optionName.located.oneOrMany.nonEmpty(), default: [], "options, one of which is on"),
        .optional("without", optionName.located.oneOrMany.nonEmpty(), default: [], "options, one of which is off"),
        settings,
        .optional("minimum", osVersion.located, "the oldest system version on which the result runs"),
        .optional("depends", dependencies, default: [], "other recipes that it needs"),
        build: ConditionBlock.init
    ).checked(requireChange)

    private static let conditionKeys: Set<String> = [
        "platform", "architecture", "environment", "target", "toolchain", "version", "option", "without",
    ]

    /// Checks that an entry has a condition and changes something. It examines only the keys, because a wrong value is
    /// absent from `entry`.
    @Sendable
    private static func requireChange(
        _ entry: ConditionBlock, _ node: DocumentNode, _ findings: inout Findings
    ) -> ConditionBlock? {
        let keys = node.keys
        if keys.isDisjoint(with: conditionKeys) {
            findings.error(
                "this entry has no condition", at: node.mark, hint: "write settings for every target under `build`")
        } else if keys.isSubset(of: conditionKeys) {
            findings.error("this entry changes nothing", at: node.mark)
        }
        return entry
    }
}
