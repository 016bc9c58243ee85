import Basics
import Documents
import Recipes
import Targets
import Testing

/// Resolves a recipe for one version, target, toolchain and set of options.
@Suite struct ResolutionTests {
    /// The conditions of an entry, a target that they match, and a target that they do not match.
    struct Row: CustomTestStringConvertible, Sendable {
        var conditions: String
        var matching: String
        var other: String
        var testDescription: String { conditions }
    }

    static let rows = [
        Row(conditions: "platform: ios", matching: "ios-simulator-arm64", other: "macos-arm64"),
        Row(conditions: "platform: [ios, tvos]", matching: "tvos-arm64", other: "linux-gnu-x86_64"),
        Row(conditions: "architecture: arm64", matching: "linux-gnu-aarch64", other: "ios-armv7"),
        Row(conditions: "environment: simulator", matching: "ios-simulator-i386", other: "ios-armv7"),
        Row(conditions: "environment: [musl, bionic]", matching: "android-aarch64", other: "linux-gnu-x86_64"),
        Row(conditions: "target: ios-universal", matching: "ios-armv7s", other: "ios-simulator-arm64"),
        Row(conditions: "target: [linux-gnu-x86_64, macos]", matching: "macos-x86_64", other: "linux-gnu-aarch64"),
        Row(conditions: "target: aarch64-linux-gnu", matching: "linux-gnu-aarch64", other: "macos-arm64"),
        Row(
            conditions: "platform: ios\n    environment: simulator\n    architecture: arm64",
            matching: "ios-simulator-arm64", other: "ios-arm64"),
    ]

    @Test(arguments: rows)
    func `a conditional entry applies to the targets that it names`(row: Row) throws {
        let recipe = try Samples.recipe(rest: "when:\n  - \(row.conditions)\n    cflags: -Dyes")
        let matching = try recipe.resolved(target: Samples.target(row.matching), toolchain: "clang")
        let other = try recipe.resolved(target: Samples.target(row.other), toolchain: "clang")
        #expect(matching.cflags == ["-Dyes"])
        #expect(other.cflags == [])
    }

    @Test func `a conditional entry applies to versions in its range`() throws {
        let recipe = try Samples.recipe(
            versions: ["2.0.0", "1.9.1", "1.0.0"],
            rest: "when:\n  - version: [\"<1.5\", \">=2.0\"]\n    cflags: -Dyes")
        let flags = try ["2.0.0", "1.9.1", "1.0.0"].map {
            try recipe.resolved(version: Version($0), target: Samples.target("linux-gnu-x86_64"), toolchain: "clang")
                .cflags
        }
        #expect(flags == [["-Dyes"], [], ["-Dyes"]])
    }

    @Test func `a conditional entry applies to toolchains by name`() throws {
        let recipe = try Samples.recipe(rest: "when:\n  - toolchain: [xcode, gcc]\n    ldflags: -Wl,-v")
        let target = try Samples.target("linux-gnu-x86_64")
        #expect(try recipe.resolved(target: target, toolchain: "gcc").ldflags == ["-Wl,-v"])
        #expect(try recipe.resolved(target: target, toolchain: "clang").ldflags == [])
    }

    static let options = """
        options:
          a: { summary: a, default: true, on: --with-a, off: --without-a }
          b: { summary: b, default: false, on: [--with-b, B=1], requires: a }
          c: { summary: c, default: true, off: --without-c, version: ">=1.0" }
        when:
          - option: b
            cflags: -DB
          - without: a
            cflags: -DNO_A
        """

    @Test func `options add their arguments in the order of the recipe`() throws {
        let recipe = try Samples.recipe(build: "  configure: --first", rest: Self.options)
        let target = try Samples.target("linux-gnu-x86_64")
        let plain = try recipe.resolved(target: target, toolchain: "clang")
        #expect(plain.configure.map(\.description) == ["--first", "--with-a"])
        #expect(plain.cflags == [])
        let names = try ["a", "b", "c"].map { try #require(OptionName($0)) }
        let with = try recipe.resolved(target: target, toolchain: "clang", options: [names[1]: true, names[2]: false])
        #expect(with.configure.map(\.description) == ["--first", "--with-a", "--with-b", "B=1", "--without-c"])
        #expect(with.cflags == ["-DB"])
        let without = try recipe.resolved(target: target, toolchain: "clang", options: [names[0]: false])
        #expect(without.configure.map(\.description) == ["--first", "--without-a"])
        #expect(without.cflags == ["-DNO_A"])
    }

    @Test func `an option is ignored in versions that lack it`() throws {
        let recipe = try Samples.recipe(versions: ["1.0.0", "0.9.0"], rest: Self.options)
        let request = try RecipeRequest("example@0.9.0")
        let choice = try recipe.choice(for: request)
        #expect(choice.options.keys.map(\.string).sorted() == ["a", "b"])
    }

    @Test func `later entries extend lists and replace single values`() throws {
        let recipe = try Samples.recipe(
            build: """
                  configure: [--one]
                  defines: [A, B=1]
                  variables: { X: first, Y: "" }
                  bitcode: marker
                  sysroot: MacOSX.sdk
                """,
            rest: """
                minimum: { macos: 10.13, ios: 9 }
                when:
                  - platform: macos
                    configure: --two
                    defines: C=x y
                    variables: { X: second }
                    bitcode: full
                    minimum: 11.0
                  - architecture: arm64
                    configure: [--three, "$(rm -rf /); `id` \\"quoted\\""]
                    sysroot: /sdk
                    minimum: 12.0
                """)
        let arm = try recipe.resolved(target: Samples.target("macos-arm64"), toolchain: "clang")
        #expect(arm.configure.map(\.description) == ["--one", "--two", "--three", #"$$(rm -rf /); `id` "quoted""#])
        #expect(arm.defines.map(\.argument) == ["-DA", "-DB=1", "-DC=x y"])
        #expect(arm.variables == ["X": "second", "Y": ""])
        #expect(arm.bitcode == .full)
        #expect(arm.sysroot == .folder("/sdk"))
        #expect(arm.minimum == OSVersion(12))
        let intel = try recipe.resolved(target: Samples.target("macos-x86_64"), toolchain: "clang")
        #expect(intel.minimum == OSVersion(11))
        #expect(intel.sysroot == .named("MacOSX.sdk"))
        let phone = try recipe.resolved(target: Samples.target("ios-armv7"), toolchain: "clang")
        #expect(phone.minimum == OSVersion(9))
        #expect(phone.bitcode == .marker)
    }

    @Test func `only systems with versions have a minimum`() throws {
        let recipe = try Samples.recipe(
            rest: "minimum: { ios: 9.0, android: 24 }\nwhen:\n  - architecture: arm64\n    minimum: 12.0")
        let expected: [(String, OSVersion?)] = [
            ("linux-gnu-aarch64", nil), ("windows-msvc-aarch64", nil), ("ios-armv7", OSVersion(9)),
            ("catalyst-x86_64", nil), ("ios-arm64", OSVersion(12)), ("android-x86_64", OSVersion(24)),
        ]
        for (name, minimum) in expected {
            let resolved = try recipe.resolved(target: Samples.target(name), toolchain: "clang")
            #expect(resolved.minimum == minimum, "\(name)")
        }
    }

    @Test func `an entry of 'when' sets the version of glibc only if it names Linux`() throws {
        let recipe = try Samples.recipe(
            rest: """
                minimum: { glibc: 2.28 }
                when:
                  - architecture: arm64
                    minimum: 12.0
                  - platform: linux
                    architecture: x86_64
                    minimum: 2.34
                  - target: linux-gnu-riscv64
                    minimum: 2.35
                """)
        let expected: [(String, OSVersion?)] = [
            ("linux-gnu-aarch64", OSVersion(2, 28)), ("linux-gnu-x86_64", OSVersion(2, 34)),
            ("linux-gnu-riscv64", OSVersion(2, 35)), ("linux-musl-x86_64", nil), ("ios-arm64", OSVersion(12)),
        ]
        for (name, minimum) in expected {
            let resolved = try recipe.resolved(target: Samples.target(name), toolchain: "clang")
            #expect(resolved.minimum == minimum, "\(name)")
        }
    }

    /// Requests that a recipe cannot satisfy.
    @Test(
        arguments: [
            (["b"], ["a"], "the option `b` of `example` needs `a`, which is off", "disable `b` too, or enable `a`"),
            (["a"], ["a"], "the option `a` is both enabled and disabled", nil),
            (["bb"], [], "the recipe `example` has no option `bb`", "did you mean `b`?"),
            ([], ["openssl"], "the recipe `example` has no option `openssl`", "options: `a`, `b`, `c`"),
            (["c"], [], "the option `c` does not exist in `example` 0.9.0", nil),
        ] as [([String], [String], String, String?)])
    func `impossible options are refused`(with: [String], without: [String], message: String, hint: String?) throws {
        let recipe = try Samples.recipe(versions: ["1.0.0", "0.9.0"], rest: Self.options)
        let request = try RecipeRequest("example@0.9.0", with: with, without: without)
        let error = #expect(throws: RecipeError.self) { try recipe.choice(for: request) }
        #expect(error?.description == message)
        #expect(error?.hint == hint)
    }

    @Test func `unknown versions are refused`() throws {
        let recipe = try Samples.recipe(versions: ["1.0.0", "0.9.0"])
        let error = #expect(throws: RecipeError.self) { try recipe.choice(for: try RecipeRequest("example@1.0.1")) }
        #expect(error?.description == "the recipe `example` has no version `1.0.1`")
        #expect(error?.hint == "did you mean `1.0.0`?")
    }

    @Test func `the newest version is the default unless another is marked`() throws {
        #expect(try Samples.recipe(versions: ["1.9.0", "1.10.0", "1.10.0-rc1"]).defaultVersion.string == "1.10.0")
        let text = Samples.text(versions: ["1.9.0", "1.10.0"])
            .replacing("  1.9.0:\n", with: "  1.9.0:\n    default: true\n")
        #expect(try Samples.read(text).recipe.defaultVersion.string == "1.9.0")
    }
}
