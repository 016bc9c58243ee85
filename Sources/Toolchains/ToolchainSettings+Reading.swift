import Basics
import Documents
import Targets

extension ToolchainFile.Entry {
    /// One mapping has both the conditions and the settings, as in a recipe's `when:`.
    static let shape = Shape<(TargetMatch, ToolchainSettings)>.mapping(
        "an entry of settings",
        TargetMatch.platformKey, TargetMatch.architectureKey, TargetMatch.environmentKey, TargetMatch.nativeKey,
        .optional("tools", tools, default: [:], "the programs of the toolchain"),
        .optional("paths", paths, default: [:], "files and folders to find, for `${path.NAME}`"),
        .optional("driver", argument.list, default: [], "words after the compiler's name, in every call of it"),
        .optional("cflags", argument.list, default: [], "flags for C"),
        .optional("cxxflags", argument.list, default: [], "flags for C++"),
        .optional("ldflags", argument.list, default: [], "flags for linking"),
        .optional("variables", variables, default: [:], "variables of the actions' environment"),
        .optional("host-triple", Template.shape("a triple", in: .spelling), "the value of `--host=`"),
        .optional("build-triple", Template.shape("a triple", in: .text), "the value of `--build=`"),
        .optional("minimum", version, "the oldest OS version to build for, where a recipe gives none"),
        .optional("link", Shape<LinkMode>.oneOf("a way to link"), "the linker of configure's test programs"),
        .optional("sysroot", SysrootChoice.shape, "where the target's headers and libraries are"),
        .optional("runtime", argument.list, default: [], "libraries that every program needs when it starts"),
        .optional("run", argument.list, "the words before a program of the target, so that the host can run it"),
        .optional("identity", argument.list, default: [], "further files whose contents affect the output"),
        .optional("visible", argument.list, default: [], "further folders that a sandbox must show"),
        .optional("prefix-map", Shape.text.list, default: [], "flags to which `FROM=TO` is appended"),
        .optional("together", argument.list, default: [], "words for each of several targets in one call")
    ) {
        platforms, architectures, environments, native, tools, paths, driver, cflags, cxxflags, ldflags, variables,
        host, build, minimum, link, sysroot, runtime, run, identity, visible, prefixMap, together in
        let settings = ToolchainSettings(
            tools: tools, paths: paths, driver: driver, cflags: cflags, cxxflags: cxxflags, ldflags: ldflags,
            variables: variables, hostTriple: host, buildTriple: build, minimum: minimum, link: link, sysroot: sysroot,
            runtime: runtime, run: run, identity: identity, visible: visible, prefixMap: prefixMap, together: together)
        return (TargetMatch(platforms, architectures, environments, isNative: native), settings)
    }.checked { entry, node, _ in
        ToolchainFile.Entry(match: entry.0, settings: entry.1, mark: node.mark)
    }

    private static let argument = Template.shape("text", in: .argument)

    private static let tools = Shape.dictionary(
        "a mapping of tools", keys: Shape<ToolRole>.oneOf("a tool"), values: ToolchainSettings.Candidates.shape)

    private static let paths = Shape.dictionary(
        "a mapping of paths", keys: Shape<String>.text, values: ToolchainSettings.Candidates.shape)

    private static let variables = Shape.dictionary(
        "a mapping of variables",
        keys: .parsed(
            "a variable's name", pattern: WordGrammar.identifier.pattern, hint: "letters, digits and `_`"
        ) { WordGrammar.identifier.accepts($0) ? $0 : nil }, values: argument)

    static let version = Shape<OSVersion>.parsed(
        "an OS version", pattern: #"^[0-9]{1,5}(\.[0-9]{1,5}){0,2}$"#, hint: "one to three numbers, as in `12.0`"
    ) { OSVersion($0) }
}

extension ToolchainSettings.Candidates {
    /// A word, a list of words, or a mapping with `try:`.
    static let shape = Shape<ToolchainSettings.Candidates>(
        "a candidate, a list of candidates, or a mapping with `try`", schema: .either([short.schema, long.schema])
    ) { node, findings in
        switch node.content {
        case .scalar, .list: short.read(node, &findings)
        case .mapping: long.read(node, &findings)
        }
    }

    private static let candidate = Template.shape("a program, file or folder", in: .candidate)

    private static let short = candidate.oneOrMany.nonEmpty().map { ToolchainSettings.Candidates(candidates: $0) }

    private static let long = Shape<ToolchainSettings.Candidates>.mapping(
        "a mapping with `try`",
        .required("try", candidate.oneOrMany.nonEmpty(), "where to look, in this order"),
        .optional("has", .relativePath, "a file that the folder must hold to be accepted"),
        .optional(
            "package", Template.shape("a package's name", in: .text).oneOrMany, default: [],
            "the Debian package that holds it, or a list of alternatives"),
        .optional("install", Shape.text, "how to install it on other systems"),
        .optional("optional", Shape<Bool>.bool, default: false, "whether only some builds need it")
    ) { candidates, contents, packages, install, isOptional in
        ToolchainSettings.Candidates(
            candidates: candidates, contents: contents, packages: packages, install: install, isOptional: isOptional)
    }
}

extension Shape where Value == RelativePath {
    static var relativePath: Self {
        .parsed("a relative path", hint: "no leading `/`, no `.` or `..`", RelativePath.init)
    }
}

extension Shape {
    /// Returns a shape of a mapping with keys that the author chooses.
    static func dictionary<Name: Hashable, Element>(
        _ noun: String, keys: Shape<Name>, values: Shape<Element>
    ) -> Shape where Value == [Name: Element] {
        Shape<[TableEntry<Name, Element>]>.table(noun, keys: keys, values: values).map { entries in
            Dictionary(entries.map { ($0.name.value, $0.value) }) { first, _ in first }
        }
    }
}
