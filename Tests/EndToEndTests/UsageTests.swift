import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Wrong usage, wrong recipes, and their exit statuses.
    struct UsageTests {
        struct Row: Sendable, CustomTestStringConvertible {
            var testDescription: String
            var arguments: [String]
            var status = 2
            /// The first lines of the messages.
            var message: String
        }

        private static let rows = [
            Row(
                testDescription: "an unknown recipe", arguments: ["recipe", "tyni"],
                message: "error: there is no recipe `tyni`\nhint: did you mean `tiny`?\n"),
            Row(
                testDescription: "an unknown version", arguments: ["recipe", "tiny@1.1"],
                message: "error: the recipe `tiny` has no version `1.1`\nhint: did you mean `1.0`?\n"),
            Row(
                testDescription: "an unknown target", arguments: ["recipe", "tiny", "--targets", "linux,ios-arm65"],
                message: "error: unknown target `ios-arm65`\nhint: did you mean `ios-arm64`?\n"),
            Row(
                testDescription: "an unknown option of the recipe", arguments: ["plan", "tiny", "--with", "fats"],
                message: "error: the recipe `tiny` has no option `fats`\nhint: did you mean `fast`?\n"),
            Row(
                testDescription: "an option both enabled and disabled",
                arguments: ["recipe", "tiny", "--with", "fast", "--without", "fast"],
                message: "error: the option `fast` is both enabled and disabled\n"),
            Row(
                testDescription: "a path as a recipe", arguments: ["recipe", "../tiny"],
                message: "error: `../tiny` is not a recipe\nhint: write `NAME` or `NAME@VERSION`, "
                    + "for example `secp256k1@0.5.0`\n"),
            Row(
                testDescription: "a path that begins with a recipe's name", arguments: ["recipe", "tiny/../tiny"],
                message: "error: `tiny/../tiny` is not a recipe\n"),
            Row(
                testDescription: "an absolute path", arguments: ["recipe", "/etc"],
                message: "error: `/etc` is not a recipe\n"),
            Row(
                testDescription: "an unknown flag", arguments: ["recipe", "tiny", "--jbos", "2"],
                message: "error: unknown option `--jbos`\nhint: did you mean `--jobs`?\n"),
            Row(
                testDescription: "zero jobs", arguments: ["recipe", "tiny", "--jobs", "0"],
                message: "error: `--jobs` takes a number from 1 to 4096\n"),
            Row(
                testDescription: "a number of jobs that is too large",
                arguments: ["recipe", "tiny", "--jobs", "9223372036854775807"],
                message: "error: `--jobs` takes a number from 1 to 4096\n"),
            Row(
                testDescription: "no targets at all", arguments: ["recipe", "tiny", "--targets", ","],
                message: "error: there is no target to build `tiny` for\n"),
            Row(
                testDescription: "an empty path of the store", arguments: ["recipe", "tiny", "--store", ""],
                message: "error: `--store` names no folder\n"),
            Row(
                testDescription: "an output that is a file", arguments: ["recipe", "tiny", "--output", "/dev/null"],
                message: "error: cannot write packages to `/dev/null`\n"),
            Row(
                testDescription: "an output below a file", arguments: ["recipe", "tiny", "--output", "/dev/null/x"],
                message: "error: cannot write packages to `/dev/null/x`\n"),
            Row(
                testDescription: "an unknown sandbox mode", arguments: ["recipe", "tiny", "--sandbox", "maybe"],
                message: "error: the value `maybe` is invalid for `--sandbox <sandbox>`\n"
                    + "hint: one of `require`, `auto` or `off`\n"),
            Row(
                testDescription: "no recipe", arguments: ["recipe"],
                message:
                    "error: missing expected argument `<name[@version]> ...`\nhint: see `xbuild recipe --help`\n"),
            Row(
                testDescription: "an option without its value", arguments: ["recipe", "tiny", "--jobs"],
                message: "error: missing value for `--jobs <jobs>`\nhint: see `xbuild recipe --help`\n"),
            Row(
                testDescription: "a surplus argument", arguments: ["recipes", "it's"],
                message: "error: unexpected argument `it's`\nhint: see `xbuild recipes --help`\n"),
            Row(
                testDescription: "an unknown command", arguments: ["recip", "tiny"],
                message: "error: unknown command `recip`\nhint: did you mean `recipe`?\n"),
            Row(
                testDescription: "a command that resembles no other", arguments: ["make-it-so"],
                message: "error: unknown command `make-it-so`\nhint: `xbuild --help` lists them\n"),
            Row(
                testDescription: "a malformed time", arguments: ["recipe", "tiny", "--timeout", "soon"],
                message: "error: the value `soon` is invalid for `--timeout <time>`\n"),
            Row(
                testDescription: "a mirror that is a file", arguments: ["fetch", "tiny", "--into", "/dev/null"],
                message: "error: cannot write sources to `/dev/null`\nhint: give another folder with --into\n"),
            Row(
                testDescription: "an unknown toolchain", arguments: ["recipe", "tiny", "--toolchain", "linux-gnuu"],
                message: "error: unknown toolchain `linux-gnuu`\nhint: "),
            Row(
                testDescription: "a target without a toolchain", arguments: ["recipe", "tiny", "--targets", "wasi"],
                status: 2, message: "error: "),
            Row(
                testDescription: "a file of events that cannot be written",
                arguments: ["recipe", "tiny", "--events", "/nowhere/events"],
                message: "error: cannot write events to `/nowhere/events`\n"),
        ]

        @Test(arguments: rows)
        func `wrong usage is explained and ends with status 2`(row: Row) async throws {
            let space = try TestSpace()
            var library = SmallLibrary()
            library.more = ["options:", "  fast: { summary: faster, default: false, on: --fast }"]
            try await library.install(in: space)
            let output = try await space.run(TestSpace.binary, row.arguments)
            #expect(output.status == row.status)
            #expect(output.err.hasPrefix(row.message), "\(output.err)")
            #expect(output.out == "")
            #expect(!space.exists("dist"))
        }

        @Test func `all errors of an invalid recipe are shown with their locations`() async throws {
            let space = try TestSpace()
            let library = SmallLibrary()
            try await library.install(in: space)
            let good = try space.read(library.recipe)
            try space.write(
                good.replacing("summary:", with: "sumary:").replacing("autotools", with: "autotoolz"),
                to: library.recipe)
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 3)
            #expect(
                output.err == """
                    checkout/recipes/tiny/recipe.yaml:2:1: error: unknown key `sumary`
                      2 | sumary: adds one
                        | ^~~~~~
                    hint: did you mean `summary`?

                    checkout/recipes/tiny/recipe.yaml:10:11: error: `autotoolz` is not a build system
                      10 |   system: autotoolz
                         |           ^~~~~~~~~
                    hint: did you mean `autotools`?

                    """)
        }

        @Test func `an error in a toolchain file is shown with its location`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            try space.remove("checkout/toolchains")
            try space.write("name: mine\nsumary: x\n", to: "checkout/toolchains/mine.yaml")
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 3)
            #expect(output.err.contains("toolchains/mine.yaml:2:1: error: unknown key `sumary`\n  2 | sumary: x\n"))
        }

        @Test func `a flag that make would expand is refused`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(build: ["defines: NAME=$HOME"]).install(in: space)
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 3)
            #expect(output.err.contains("`-DNAME=$HOME`"))
        }

        @Test(arguments: [["--help"], ["recipe", "--help"], ["plan", "--help"]])
        func `help lists every exit status`(arguments: [String]) async throws {
            let space = try TestSpace()
            let output = try await space.run(TestSpace.binary, arguments)
            #expect(output.status == 0)
            let lines = output.out.split(separator: "\n").map {
                $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
            for line in [
                "0 done", "1 a build failed", "2 wrong usage", "3 a recipe or toolchain is wrong",
                "4 a source could not be fetched or verified", "5 the output failed its audit",
                "130 interrupted (SIGINT, Ctrl-C)", "143 terminated (SIGTERM)",
            ] {
                #expect(lines.contains(line), "\(line)")
            }
        }

        @Test func `the checkout's recipes are found from any working folder`() async throws {
            let space = try TestSpace()
            let checkout = TestSpace.repository.path(percentEncoded: false)
            for home in [checkout, checkout + "/"] {
                let output = try await TestProgram.run(
                    TestSpace.binary, ["recipes"], in: TestSpace.repository,
                    environment: ["PATH": "/usr/bin:/bin", "XBUILD_HOME": home, "XBUILD_STORE": space.path("store")])
                #expect(output.out.contains("secp256k1  0.5.0, 0.2.0  "), "\(home)")
            }
        }
    }
}
