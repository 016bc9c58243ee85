import Foundation
import Testing

extension EndToEnd {
    /// The commands `plan`, `recipes`, `targets` and `toolchains`, and the option `--events`.
    struct ListingTests {
        private static let steps =
            [
                "-                 fetch tiny 1.0", "linux-gnu-x86_64  build tiny 1.0",
                "-                 check the configure results of tiny 1.0",
                "-                 merge headers of tiny 1.0", "linux-gnu-x86_64  check the headers of tiny 1.0",
                "-                 write the module map of tiny 1.0", "linux-gnu-x86_64  prove the module of tiny 1.0",
            ] + Array(repeating: "linux-gnu-x86_64  have Embedded Swift import tiny 1.0", count: SmallLibrary.steps - 9)
            + ["-                 audit tiny 1.0", "-                 compose tiny 1.0"]

        /// Returns the rows that `plan` prints if the steps have these forecasts.
        private func plan(_ forecasts: [String]) -> String {
            let width = Self.steps.map(\.count).max() ?? 0
            return zip(Self.steps, forecasts).map { step, forecast in
                step + String(repeating: " ", count: width - step.count) + "  " + forecast + "\n"
            }.joined()
        }

        @Test func `a plan lists the steps and runs nothing`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            let unknown = "depends on results of earlier steps"
            let before = try await space.xbuild("plan", "tiny")
            #expect(before.status == 0)
            #expect(
                before.out == plan(["runs: never built"] + Array(repeating: unknown, count: Self.steps.count - 1))
                    + "\(SmallLibrary.steps) steps, 0 in the store\n")
            #expect(before.err == "")
            #expect(space.names(in: "store/ac") == [])
            #expect(!space.exists("dist"))

            _ = try await space.xbuild("recipe", "tiny")
            let after = try await space.xbuild("plan", "tiny")
            #expect(
                after.out == plan(Array(repeating: "cached", count: SmallLibrary.steps))
                    + "\(SmallLibrary.steps) steps, \(SmallLibrary.steps) in the store\n")
        }

        @Test func `a plan names the changed input of a step that must run`() async throws {
            let space = try TestSpace()
            var library = SmallLibrary()
            try await library.install(in: space)
            _ = try await space.xbuild("recipe", "tiny")

            library.build = ["defines: FAST"]
            try await library.install(in: space)
            let flags = try await space.xbuild("plan", "tiny")
            let row = flags.out.split(separator: "\n").first { $0.contains("  build tiny") } ?? ""
            #expect(row.hasSuffix("  runs: an input changed: `run.sh`"), "\(flags.out)")

            library.build = []
            library.files["two.c"] = "#include \"tiny.h\"\nint tiny_two(int left) { return left - 1; }\n"
            try await library.install(in: space)
            _ = try await space.xbuild("recipe", "tiny", "--targets", "linux-gnu-aarch64")
            let source = try await space.xbuild("plan", "tiny")
            let changed = source.out.split(separator: "\n").first { $0.contains("  build tiny") } ?? ""
            #expect(changed.hasSuffix("  runs: an input changed: `source/two.c`"), "\(source.out)")
            #expect(source.out.split(separator: "\n").allSatisfy { $0.count < 160 }, "\(source.out)")
        }

        @Test func `plan --json prints all steps with their inputs and forecasts`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            let output = try await space.xbuild("plan", "tiny", "--json")
            #expect(output.status == 0)
            let program = """
                import json, sys
                document = json.load(open(sys.argv[1]))
                steps = document["plan"]["plan"]["steps"]
                print(len(steps), [s["title"] for s in steps][0])
                build = [s for s in steps if s["title"] == "build tiny 1.0"]
                # `tools/NAME` depends on the tools of the machine.
                print([[path for path in sorted(s["inputs"]) if path.count("/") != 1] for s in build])
                print(sorted(list(f)[0] for f in document["forecasts"].values()))
                """
            try space.write(output.out, to: "plan.json")
            let read = try await space.run("python3", ["-c", program, space.path("plan.json")])
            #expect(read.err == "")
            let rest = Array(repeating: "'dependsOnEarlierSteps'", count: Self.steps.count - 1).joined(separator: ", ")
            #expect(
                read.out == """
                    \(SmallLibrary.steps) fetch tiny 1.0
                    [['run.sh', 'source', 'tools/linker/ld']]
                    [\(rest), 'neverBuilt']

                    """)
            #expect(space.names(in: "store/ac") == [])
        }

        @Test func `recipes are listed with their versions, and invalid ones are reported`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            try await SmallLibrary(name: "another").install(in: space)
            let good = try await space.xbuild("recipes")
            #expect(good.status == 0)
            #expect(good.out == "another  1.0  adds one\ntiny     1.0  adds one\n")
            try space.write("name: wrong\n", to: "checkout/recipes/wrong/recipe.yaml")
            let wrong = try await space.xbuild("recipes")
            #expect(wrong.status == 3)
            #expect(wrong.out == good.out)
            #expect(wrong.err.contains("checkout/recipes/wrong/recipe.yaml:1:1: error: "))
        }

        @Test func `targets and groups are listed`() async throws {
            let space = try TestSpace()
            let output = try await space.xbuild("targets")
            #expect(output.status == 0)
            let rows = output.out.split(separator: "\n").map {
                $0.split(separator: " ").map(String.init)
            }
            #expect(rows.contains(["ios-armv7", "armv7-apple-ios", "apple-stub"]))
            #expect(rows.contains(["ios-simulator-arm64", "arm64-apple-ios-simulator", "apple-stub"]))
            #expect(rows.contains(["linux-gnu-aarch64", "aarch64-unknown-linux-gnu", "linux-gnu"]))
            #expect(
                rows.contains([
                    "ios-universal", "ios-armv7", "ios-armv7s", "ios-arm64", "ios-simulator-i386",
                    "ios-simulator-x86_64",
                ]))
            for group in [
                "ios", "ios-simulator", "macos", "tvos", "watchos", "visionos", "catalyst", "apple", "linux", "host",
            ] {
                #expect(rows.contains { $0.first == group && $0.count > 1 }, "\(group)")
            }
        }

        @Test func `toolchains are listed with their missing tools`() async throws {
            let space = try TestSpace()
            let output = try await space.xbuild("toolchains")
            #expect(output.status == 0)
            #expect(
                output.out.contains(
                    "xcode: Apple targets from macOS, with Xcode's clang and SDKs\n  not for this machine\n"))
            #expect(output.out.contains("\nlinux-gnu: "))
            let bare = try await space.xbuild("toolchains", environment: ["PATH": "/usr/bin:/bin"])
            #expect(bare.status == 0)
            #expect(bare.out.contains("(install Swift"))
        }

        @Test func `events are lines of JSON`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            _ = try await space.xbuild("recipe", "tiny", "--events", "events.json", "--jobs", "2")
            let program = """
                import json, sys
                kinds, last = [], 0
                for line in open(sys.argv[1]):
                    entry = json.loads(line)
                    assert sorted(entry) == ["event", "seconds"] and entry["seconds"] >= last
                    last = entry["seconds"]
                    (kind, values), = entry["event"].items()
                    kinds.append(kind)
                    if kind == "runStarted": print(values["steps"], values["jobs"])
                    if kind == "runFinished": print(sorted(values["_0"].items()))
                print(kinds[0], kinds[-1], kinds.count("stepStarted"), kinds.count("stepFinished"))
                """
            let read = try await space.run("python3", ["-c", program, space.path("events.json")])
            #expect(read.err == "")
            #expect(
                read.out == """
                    \(SmallLibrary.steps) 2
                    [('built', \(SmallLibrary.steps)), ('cached', 0), ('cancelled', 0), ('failed', 0), ('skipped', 0)]
                    runStarted runFinished \(SmallLibrary.steps) \(SmallLibrary.steps)

                    """)
        }

        @Test(arguments: [["plan", "tiny"], ["recipes"], ["--help"]])
        func `output to a full device gives exit status 70, to a closed pipe 141`(arguments: [String]) async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            let full = try await space.run(
                "/bin/sh", ["-c", "\"$@\" >/dev/full", "sh", TestSpace.binary] + arguments)
            #expect(full.status == 70)
            #expect(full.err == "error: cannot write to standard output: no space left on device\n")
            // The script starts the program after the pipe's reader has ended, with the default action for SIGPIPE.
            let script = "{ trap : PIPE; while echo; do :; done 2>/dev/null; \"$@\"; echo $? >status; } | :"
            let unread = try await space.run("/bin/sh", ["-c", script, "sh", TestSpace.binary] + arguments)
            #expect(unread.err == "")
            #expect(try space.read("status") == "141\n")
        }
    }
}
