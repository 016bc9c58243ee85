import Basics
import Documents
import Foundation
@testable import Recipes
import Targets
import TestSupport
import Testing

/// Reads build systems other than Autotools and resolves them for a target.
@Suite struct StepsTests {
    static let script = """
          system: script
          in-source: true
          tools: [perl, bash]
          files: [own.conf, extra/notes.txt]
          configure: [no-shared, "--config=${FILES}/own.conf"]
          variables: { HOSTS: "${HOST} for ${name}" }
          steps:
            configure:
              - [perl, "${SOURCE}/Configure", "${name}", "${ARGUMENTS}", "--prefix=${PREFIX}"]
            build:
              - { script: build.sh, with: [bash, -e], arguments: ["-j${JOBS}", "${ARGUMENTS}"] }
              - [make, "CC=${CC} -pipe", "$$(X) $(Y) $Z"]
            install:
              - { script: steps/install.sh }
            test:
              - [make, test]
        """

    static let rest = """
        map:
          name: { linux-gnu-aarch64: own, apple: darwin, macos: never, linux: "group $ ${CC}", default: "" }
        options:
          zlib: { summary: z, default: false, on: [enable-zlib, "in ${name}"], off: no-zlib }
        """

    static func recipe() throws -> Recipe {
        let text = Samples.text(rest: rest).replacing("  system: autotools\n", with: script + "\n")
        return try Samples.read(text).recipe
    }

    private func resolved(_ target: String, options: [OptionName: Bool] = [:]) throws -> ResolvedRecipe {
        try Self.recipe().resolved(target: Samples.target(target), toolchain: "clang", options: options)
    }

    private func steps(_ recipe: ResolvedRecipe) throws -> Script<BuildVariable> {
        guard case .script(let script) = recipe.build else { throw Samples.UnexpectedValue() }
        return script
    }

    @Test func `a variable in a step expands to one word, except ARGUMENTS`() throws {
        let steps = try steps(resolved("linux-gnu-aarch64"))
        #expect(steps.isInSource)
        #expect(
            steps.configure.map { $0.map(\.description) } == [
                [
                    "perl", "${SOURCE}/Configure", "own", "no-shared", "--config=${FILES}/own.conf", "no-zlib",
                    "--prefix=${PREFIX}",
                ]
            ])
        #expect(
            steps.build.map { $0.map(\.description) } == [
                [
                    "bash", "-e", "${FILES}/build.sh", "-j${JOBS}", "no-shared", "--config=${FILES}/own.conf",
                    "no-zlib",
                ],
                ["make", "CC=${CC} -pipe", "$$(X) $$(Y) $$Z"],
            ])
        #expect(steps.install.map { $0.map(\.description) } == [["sh", "${FILES}/steps/install.sh"]])
        #expect(steps.test.map { $0.map(\.description) } == [["make", "test"]])
    }

    @Test func `a value of map stays one word, whatever it contains`() throws {
        let name = try #require(OptionName("zlib"))
        let steps = try steps(resolved("linux-gnu-x86_64", options: [name: true]))
        #expect(steps.configure[0][2].pieces == [.text("group $ ${CC}")])
        #expect(steps.configure[0].map(\.description).dropFirst(5).first == "enable-zlib")
        #expect(steps.configure[0][6].pieces == [.text("in "), .text("group $ ${CC}")])
        #expect(try self.steps(resolved("windows-msvc-x86_64")).configure[0][2].pieces == [])
    }

    @Test(arguments: [
        ("linux-gnu-aarch64", "own"), ("linux-gnu-x86_64", "group $$ $${CC}"), ("macos-arm64", "darwin"),
        ("ios-simulator-arm64", "darwin"), ("ios-armv7", ""), ("wasi-wasm32", ""),
    ])
    func `in map, a target's own name precedes all groups, else the first group is used`(target: String, word: String)
        throws
    {
        let resolved = try resolved(target)
        #expect(try steps(resolved).configure[0][2].description == word)
        #expect(resolved.variables["HOSTS"]?.description == "${HOST} for \(word)")
    }

    @Test func `a resolved build has the recipe's files and tools`() throws {
        let resolved = try resolved("linux-gnu-x86_64")
        #expect(resolved.tools.map(\.string) == ["perl", "bash"])
        #expect(resolved.files == ["build.sh", "steps/install.sh", "own.conf", "extra/notes.txt"])
        #expect(resolved.configure.map(\.description) == ["no-shared", "--config=${FILES}/own.conf", "no-zlib"])
    }

    @Test func `a target without a value in map is refused when requested`() throws {
        let text = Samples.text(
            build: "  make: \"T=${name}\"", rest: "map:\n  name: { linux: a, macos-arm64: b }")
        let recipe = try Samples.read(text).recipe
        let error = #expect(throws: RecipeError.self) {
            try recipe.resolved(target: Samples.target("ios-arm64"), toolchain: "clang")
        }
        #expect(error?.description == "`${name}` of the recipe `example` has no value for `ios-arm64`")
        #expect(error?.hint == "add `ios-arm64` or `default` to `map: name`")
    }

    @Test func `CMake and Meson builds have the recipe's folder, targets and install arguments`() throws {
        let keys = """
              source: build/cmake
              targets: [libzstd_static]
              install: [--component, "${PLATFORM}"]
              configure: -DX=ON
            """
        let texts = ["cmake", "meson"].map {
            Samples.text(build: keys, rest: "tests: { arguments: [--rerun] }")
                .replacing("system: autotools", with: "system: \($0)")
        }
        let target = try Samples.target("linux-gnu-x86_64")
        let builds = try texts.map { try Samples.read($0).recipe.resolved(target: target, toolchain: "clang") }
        let install: [ResolvedWord] = ["--component", ResolvedWord([.variable(.platform)])]
        #expect(
            builds[0].build == .cmake(NinjaBuild(source: "build/cmake", targets: ["libzstd_static"], install: install)))
        #expect(
            builds[1].build == .meson(NinjaBuild(source: "build/cmake", targets: ["libzstd_static"], install: install)))
        #expect(builds.map(\.tests?.arguments) == [["--rerun"], ["--rerun"]])
    }

    @Test func `tests may ask for ptrace with every build system`() throws {
        let keys = "  steps: { build: [[make]], install: [[make, install]], test: [[make, check]] }"
        let rows = [
            ("autotools", "", "make: check, "), ("cmake", "", ""), ("meson", "", "arguments: -v, "),
            ("script", keys, ""),
        ]
        for (system, build, more) in rows {
            for (text, expected) in [("ptrace: true", true), ("ptrace: false", false)] {
                let recipe = try Samples.read(
                    Samples.text(build: build, rest: "tests: { \(more)\(text) }")
                        .replacing("system: autotools", with: "system: \(system)")
                ).recipe
                #expect(recipe.tests?.needsTracing == expected, "\(system)")
            }
        }
        #expect(try Samples.recipe(rest: "tests: { make: check }").tests?.needsTracing == false)
    }

    @Test func `ptrace replaces no other key of tests`() {
        #expect(Samples.faults(Samples.text(rest: "tests: { ptrace: true }")) == ["missing key `make`"])
        let script = Samples.text(
            build: "  steps: { build: [[make]], install: [[make, install]] }",
            rest: "tests: { ptrace: true, configure: [] }"
        ).replacing("system: autotools", with: "system: script")
        #expect(Samples.faults(script) == ["`system: script` has its tests in the step `test`"])
    }

    /// The schema does not describe variables; the documentation does.
    @Test func `the documentation has the description of every variable`() throws {
        let docs = try String(contentsOf: Recorded.repository.appending(path: "docs/recipes.md"), encoding: .utf8)
        for variable in BuildVariable.allCases {
            #expect(docs.contains("\n| `\(variable.rawValue)` | \(variable.doc) |\n"), "\(variable.rawValue)")
        }
    }
}
