import Basics
import Documents
import Targets

// The single values of the language.

extension RecipeLanguage {
    static let name = Shape<PackageName>.parsed(
        "a recipe's name", pattern: WordGrammar.name.pattern, hint: WordGrammar.nameHint, PackageName.init)

    static let optionName = Shape<OptionName>.parsed(
        "an option's name", pattern: WordGrammar.name.pattern, hint: WordGrammar.nameHint, OptionName.init)

    static let toolchainName = word("a toolchain's name", .name, hint: WordGrammar.nameHint)

    static let version = Shape<Version>.parsed(
        "a version", pattern: WordGrammar.version.pattern,
        hint: "a version begins with a digit and holds letters, digits and `.`, `-`, `_`, `+`, `~`", Version.init)

    static let versionRange = Shape<VersionRange>.parsed(
        "a range of versions", hint: "for example `\">=0.5\"`, `\">=0.5 <1.0\"` or `0.5.0`", VersionRange.init)

    static let osVersion = Shape<OSVersion>.parsed(
        "a system version", pattern: "^[0-9]{1,5}(\\.[0-9]{1,5}){0,2}$", hint: "for example `12.0`", OSVersion.init)

    static let sha256 = Shape<SHA256Value>.parsed(
        "a SHA-256", pattern: "^[0-9A-Fa-f]{64}$", hint: "a SHA-256 is 64 hex digits, as `sha256sum` prints them",
        SHA256Value.init(hex:))

    static let define = Shape<Define>.parsed(
        "a macro", pattern: "^[A-Za-z_][A-Za-z0-9_]*(=.*)?$", hint: "write `NAME` or `NAME=VALUE`, without `-D`",
        Define.init)

    static let headerPattern = Shape<HeaderPattern>.parsed(
        "a header below `include`", hint: "write a relative path or a pattern such as `openssl/*.h`",
        HeaderPattern.init)

    static let sysroot = Shape<Sysroot>.parsed(
        "a sysroot", hint: "write the name of an SDK or an absolute path", Sysroot.init)

    static let moduleName = Shape<ModuleName>.parsed(
        "a module's name", pattern: WordGrammar.identifier.pattern,
        hint: "a module's name is a C identifier that is not a Swift keyword", ModuleName.init)

    static let archiveName = Shape<RelativePath>.parsed(
        "an archive's name", pattern: "^lib[^/]+\\.a$", hint: "for example `libz.a`"
    ) { text in
        guard text.hasPrefix("lib"), text.hasSuffix(".a"), text.utf8.count > 5, !text.contains("/") else { return nil }
        return RelativePath(text)
    }

    /// The name of a library or framework to link.
    static let linkName = word("a library's name", .link, hint: "write it without `-l`, `lib` and suffix")

    /// Returns a shape of text that a grammar accepts.
    static func word(_ noun: String, _ grammar: WordGrammar, hint: String? = nil) -> Shape<String> {
        .parsed(noun, pattern: grammar.pattern, hint: hint) { grammar.accepts($0) ? $0 : nil }
    }

    /// Returns a shape of a path that stays below its folder.
    static func path(_ noun: String) -> Shape<RelativePath> {
        .parsed(noun, hint: "write a relative path without `.` and `..`", RelativePath.init)
    }

    static let platform = Shape<Platform>.oneOf("a platform", aliases: platformAliases)

    static let environment = Shape<Environment>.oneOf(
        "an environment", aliases: ["macabi": "catalyst", "glibc": "gnu", "mingw32": "mingw"])

    static let architecture = Shape<Architecture>.oneOf(
        "an architecture",
        aliases: [
            "aarch64": "arm64", "amd64": "x86_64", "x64": "x86_64", "i686": "i386", "x86": "i386", "arm": "armv7",
            "powerpc64le": "ppc64le", "wasm": "wasm32",
        ])

    /// Other names of platforms.
    static let platformAliases = [
        "osx": "macos", "macosx": "macos", "darwin": "macos", "iphone": "ios", "iphoneos": "ios", "xros": "visionos",
        "win32": "windows", "wasm": "wasi",
    ]

    static let targetSelector = Shape<String>.text("a target").checked { text, node, findings -> TargetSelector? in
        if let selector = TargetSelector(text) { return selector }
        let hint = MessageText.hint(for: text, among: TargetSelector.words, naming: "targets")
        findings.error(
            "unknown target `\(text)`", at: node.mark, hint: hint ?? "`xbuild targets` lists targets and their groups")
        return nil
    }
}
