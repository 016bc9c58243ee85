import Basics
import Documents

// `build:`, with the keys of all build systems, and `tests:`.

/// The values under `build:`.
struct BuildBlock: Sendable {
    var system: BuildSystem<RecipeVariable>
    /// The steps of `system: script`; nil if the recipe has no key `steps`.
    var steps: StepsBlock?
    var slices: Slices
    var tools: [Located<ToolName>]
    /// The entries of `files:`.
    var files: [Located<RelativePath>]
    var settings: SettingsBlock

    /// Every file beside the recipe that a build finds below `${FILES}`.
    var allFiles: [Located<RelativePath>] { (steps?.all.compactMap(\.file) ?? []) + files }
}

/// The values under `tests:`.
struct TestsBlock: Sendable {
    var configure: [Located<RecipeWord>]
    var make: Located<[RecipeWord]>?
    var arguments: Located<[RecipeWord]>?
    var needsTracing: Bool
    var keys: Set<String>

    /// Whether the key `make` is absent, not merely wrong.
    var lacksMake: Bool { keys.isSubset(of: ["arguments", "configure", "ptrace"]) }

    var tests: LibraryTests<RecipeVariable> {
        LibraryTests(
            configure: configure.map(\.value), arguments: make?.value ?? arguments?.value ?? [],
            needsTracing: needsTracing)
    }
}

extension RecipeLanguage {
    static let build = Shape<BuildBlock>.mapping(
        "a table of build settings",
        .required("system", Shape<BuildSystemName>.oneOf("a build system"), "the build system of the library"),
        .optional("bootstrap", .bool, default: false, "whether `autoreconf` must make `configure` first"),
        .optional("source", path("a folder of the source"), "the folder with the build's own files, below the source"),
        .optional("steps", steps, "the commands that build it"),
        .optional("in-source", .bool, default: false, "whether it is built in a copy of the source"),
        .optional("make", arguments, default: [], "arguments of the `make` that builds: targets and `NAME=VALUE`"),
        .optional("targets", arguments, default: [], "the targets to build; by default all"),
        .optional("install", arguments, "arguments of the command that installs"),
        .optional(
            "slices", Shape<Slices>.oneOf("a way to build slices"), default: .separate,
            "whether each architecture is configured by itself, or several together by `clang -arch A -arch B`"),
        .optional("tools", tools, default: [], "programs that the build needs besides the toolchain's"),
        .optional("files", files, default: [], "files beside the recipe that the build finds below `${FILES}`"),
        settings,
        build: makeBuild
    ).checked(keysOfItsSystem)

    private static func makeBuild(
        system: BuildSystemName, bootstrap: Bool, source: RelativePath?, steps: StepsBlock?, inSource: Bool,
        make: [RecipeWord], targets: [RecipeWord], install: [RecipeWord]?, slices: Slices,
        tools: [Located<ToolName>], files: [Located<RelativePath>], settings: SettingsBlock
    ) -> BuildBlock {
        let build: BuildSystem<RecipeVariable> =
            switch system {
            case .autotools:
                .autotools(
                    Autotools(
                        bootstrap: bootstrap, make: make, install: install ?? ["install"], isInSource: inSource))
            case .script: .script(Script(steps ?? StepsBlock(), isInSource: inSource))
            case .cmake: .cmake(NinjaBuild(source: source, targets: targets, install: install ?? []))
            case .meson: .meson(NinjaBuild(source: source, targets: targets, install: install ?? []))
            }
        return BuildBlock(
            system: build, steps: steps, slices: slices, tools: tools, files: files, settings: settings)
    }

    /// The keys that only some build systems have, and the names of these build systems.
    private static let ownKeys: [(key: String, systems: [BuildSystemName])] = [
        ("bootstrap", [.autotools]), ("make", [.autotools]), ("slices", [.autotools]),
        ("install", [.autotools, .cmake, .meson]), ("source", [.cmake, .meson]), ("targets", [.cmake, .meson]),
        ("steps", [.script]), ("in-source", [.autotools, .script]),
    ]

    @Sendable
    private static func keysOfItsSystem(
        _ block: BuildBlock, _ node: DocumentNode, _ findings: inout Findings
    ) -> BuildBlock? {
        let name = block.system.name
        for key in node.entries.map(\.key) {
            guard let systems = ownKeys.first(where: { $0.key == key.value })?.systems, !systems.contains(name) else {
                continue
            }
            findings.error(
                "`\(key.value)` does not belong to `system: \(name.rawValue)`", at: key.mark,
                hint: "it belongs to \(MessageText.list(systems.map(\.rawValue)))")
        }
        if name == .script, node["steps"] == nil {
            findings.error(
                "missing key `steps`", at: node.mark, hint: "`steps`: the commands that build the library")
        }
        return block
    }

    static let tests = Shape<TestsBlock>.mapping(
        "a table of tests",
        .optional("configure", locatedArguments, default: [], "arguments of `configure`, after all others"),
        .optional("make", arguments.located, "arguments of the `make` that runs the tests, for example `check`"),
        .optional("arguments", arguments.located, "arguments of `ctest` or `meson test`"),
        .optional(
            "ptrace", .bool, default: false,
            "whether the tests trace their own processes, as debuggers and leak checkers do; the sandbox permits it then"
        ),
        .names,
        build: TestsBlock.init)
}

extension Script<RecipeVariable> {
    fileprivate init(_ steps: StepsBlock, isInSource: Bool) {
        self.init(
            configure: steps.configure.map(\.words), build: steps.build.map(\.words),
            install: steps.install.map(\.words), test: steps.test.map(\.words), isInSource: isInSource)
    }
}
