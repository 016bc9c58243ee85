import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// The live view on a terminal, and the plain log elsewhere.
    struct TerminalTests {
        /// Runs a program on a terminal of 100 columns and 24 rows, or of `SIZE`, and forwards its output.
        private static let terminal = """
            import fcntl, os, pty, struct, sys, termios
            size = [int(number) for number in os.environ.pop("SIZE", "24 100").split()]
            child, terminal = pty.fork()
            if child == 0:
                # Without NOFLSH, Ctrl-C would discard unread output.
                modes = termios.tcgetattr(0)
                modes[3] |= termios.NOFLSH
                termios.tcsetattr(0, termios.TCSANOW, modes)
                fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
                os.execvp(sys.argv[1], sys.argv[1:])
            while True:
                try:
                    data = os.read(terminal, 4096)
                except OSError:
                    break
                if not data:
                    break
                sys.stdout.buffer.write(data)
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            """

        private func run(_ space: TestSpace, _ arguments: [String]) async throws -> TestSpace.Output {
            try await space.run(
                "python3", ["-c", Self.terminal, TestSpace.binary] + arguments,
                environment: space.environment.merging(["TERM": "xterm"]) { $1 })
        }

        @Test func `the live view shows running actions and is removed at the end`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(build: ["variables: { TINY_PAUSE: \"2\" }"]).install(in: space)
            let output = try await run(space, ["recipe", "tiny"])
            #expect(output.status == 0)
            #expect(output.out.contains(/build tiny 1\.0  \d+\.\d s/))
            #expect(output.out.contains("\r\n[1/\(SmallLibrary.steps)] 1 running\r\n"))
            let left = shownScreen(output.out).map { $0.replacing(/\ in [0-9.]+ s$/, with: " in TIME") }
            #expect(left == ["dist/tiny-1.0", "\(SmallLibrary.steps) built in TIME", ""])
        }

        @Test(arguments: ["1 80", "2 80", "3 10", "24 1", "0 0"])
        func `on a small terminal, the live view is also removed at the end`(size: String) async throws {
            let space = try TestSpace()
            try await SmallLibrary(build: ["variables: { TINY_PAUSE: \"0.3\" }"]).install(in: space)
            let output = try await space.run(
                "python3", ["-c", Self.terminal, TestSpace.binary, "recipe", "tiny"],
                environment: space.environment.merging(["TERM": "xterm", "SIZE": size]) { $1 })
            #expect(output.status == 0)
            let (rows, columns) = (Int(size.prefix { $0 != " " }) ?? 0, Int(size.split(separator: " ")[1]) ?? 0)
            let ups = output.out.matches(of: /\u{1B}\[(\d+)A/).compactMap { Int($0.1) }
            // The cursor cannot go above the first row.
            #expect(rows == 0 || ups.allSatisfy { $0 < rows })
            let frames = output.out.split(separator: "\u{1B}[J").dropLast()
            let lines = frames.flatMap { $0.replacing("\r\n", with: "\n").split(separator: "\n") }
            #expect(columns == 0 || lines.allSatisfy { $0.replacing(/\u{1B}\[\d+A/, with: "").count <= columns })
            let left = shownScreen(output.out).map { $0.replacing(/\ in [0-9.]+ s$/, with: " in TIME") }
            #expect(left == ["dist/tiny-1.0", "\(SmallLibrary.steps) built in TIME", ""])
        }

        @Test func `text of recipes and arguments does not control the terminal`() async throws {
            let space = try TestSpace()
            var library = SmallLibrary(name: "tiny")
            library.more = ["\"k\\e]0;t\\a\\n\": x"]
            try await library.install(in: space)
            var other = SmallLibrary(name: "other")
            other.more = ["homepage: \"https://x.example\""]
            try await other.install(in: space)
            let text = try space.read(other.recipe)
            try space.write(
                text.replacing("summary: adds one", with: "summary: \"adds\\e[2J\\x9b31m\\u202eone\""), to: other.recipe
            )
            let attack = "\u{1B}]0;owned\u{7}\u{9B}2J\r"
            let calls = [
                ["recipes"], ["recipe", "tiny"], ["lint", "tiny"], [attack], ["recipe", attack],
                ["recipe", "other", attack],
                ["recipe", "other", "--targets", attack], ["recipe", "other", "-o", attack], ["check", attack],
                ["store", "show", attack], ["lipo", "-info", attack], ["nm", attack], ["--" + attack],
                ["recipe", "other", "--store", "/dev/null/" + attack], ["report", attack], ["diff", attack, attack],
            ]
            for call in calls {
                let output = try await run(space, call)
                let raw = output.out.unicodeScalars.filter { scalar in
                    scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
                        || scalar == "\u{202E}"
                }
                // The terminal turns a line end into CR LF; the live view moves up and clears.
                let plain = output.out.replacing("\r\n", with: "\n").replacing(/\u{1B}\[(\d+A|J)/, with: "")
                let left = plain.unicodeScalars.contains { raw.contains($0) }
                #expect(!left, "\(call): \(output.out.debugDescription)")
            }
        }

        @Test(arguments: ["", "dumb"])
        func `a terminal without cursor control gets the plain log`(kind: String) async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            let output = try await space.run(
                "python3", ["-c", Self.terminal, TestSpace.binary, "recipe", "tiny"],
                environment: space.environment.merging(["TERM": kind]) { $1 })
            #expect(output.status == 0)
            #expect(!output.out.contains("\u{1B}"))
            #expect(output.out.contains("[\(SmallLibrary.steps)/\(SmallLibrary.steps)] done   "))
        }

        @Test func `failure messages stay on the screen after the run`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(files: ["two.c": "int broken = ;\n"]).install(in: space)
            let output = try await run(space, ["recipe", "tiny"])
            #expect(output.status == 1)
            let left = shownScreen(output.out)
            #expect(left.first == "failed  linux-gnu-x86_64: build tiny 1.0: exited with status 2")
            #expect(left[1] == "error: linux-gnu-x86_64: build tiny 1.0 exited with status 2")
            #expect(left.contains { $0.hasPrefix("  ../source/two.c:1:14: error: ") })
        }

        /// Returns `terminal`, changed to run `something` once, 0.3 seconds after the build of `tiny` starts.
        private static func terminal(doing something: String) -> String {
            terminal.replacing(
                "    sys.stdout.buffer.write(data)",
                with: """
                        sys.stdout.buffer.write(data)
                        import re
                        if not "done" in globals() and re.search(rb"build tiny 1\\.0  ([1-9]|0\\.[3-9])", data):
                            done = \(something)
                    """)
        }

        @Test func `messages that are printed during the live view stay on the screen`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            try await SmallLibrary(
                files: ["two.c": "#ifdef BROKEN\n#error broken\n#endif\nint tiny_two(void) { return 2; }\n"],
                targets: "[linux-gnu-x86_64, macos-arm64]",
                more: [
                    // The build for Linux takes longer, so that the view is drawn again after the failure.
                    "when:", "  - { platform: macos, defines: BROKEN }",
                    "  - { platform: linux, variables: { TINY_PAUSE: \"2\" } }",
                ]
            ).install(in: space)
            let output = try await run(space, ["package", "tiny", "--allow-missing"])
            #expect(output.status == 0, "\(output.out)")
            let left = shownScreen(output.out)
            #expect(left.contains("note: left out, because they could not be built: `macos-arm64`"), "\(left)")
            #expect(!left.contains { $0.hasPrefix("[") }, "\(left)")
        }

        @Test func `if the store disappears during a run, the live view is removed`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(build: ["variables: { TINY_PAUSE: \"2\" }"]).install(in: space)
            let losing = """
                os.rename("\(space.path("store/cas"))", "\(space.path("away"))"), open("\(space.path("store/cas"))", "w")
                """
            let output = try await space.run(
                "python3", ["-c", Self.terminal(doing: losing), TestSpace.binary, "recipe", "tiny"],
                environment: space.environment.merging(["TERM": "xterm"]) { $1 })
            #expect(output.status == 70, "\(output.out)")
            #expect(output.out.contains("\r\n[1/\(SmallLibrary.steps)] 1 running\r\n"))
            let left = shownScreen(output.out)
            #expect(left.count == 2 && left[0].hasPrefix("error: "), "\(left)")
        }

        @Test func `without a terminal, a line reports each start and each end of an action`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            let output = try await space.xbuild("recipe", "tiny", "--jobs", "1")
            let lines = output.err.split(separator: "\n").map { $0.replacing(/\ \([0-9.]+ s\)$/, with: "") }
            #expect(!output.err.contains("\u{1B}"))
            #expect(
                lines.filter { $0.contains("build tiny") } == [
                    "[ 1/\(SmallLibrary.steps)] start  linux-gnu-x86_64: build tiny 1.0",
                    "[ 2/\(SmallLibrary.steps)] done   linux-gnu-x86_64: build tiny 1.0",
                ])
            #expect(lines.count { $0.contains(" start  ") } == SmallLibrary.steps)
            #expect(lines.count { $0.contains(" done   ") } == SmallLibrary.steps)
            #expect(output.out == "dist/tiny-1.0\n")
        }

        @Test func `an interrupt removes the live view from the terminal`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(build: ["variables: { TINY_PAUSE: \"600\" }"]).install(in: space)
            // Ctrl-C as the terminal sends it: to the whole foreground process group.
            let interrupting = Self.terminal(doing: #"os.write(terminal, b"\x03")"#)
            let output = try await space.run(
                "python3", ["-c", interrupting, TestSpace.binary, "recipe", "tiny"],
                environment: space.environment.merging(["TERM": "xterm"]) { $1 })
            #expect(output.status == 130)
            let left = shownScreen(output.out.replacing("^C", with: "")).map {
                $0.replacing(/\ in [0-9.]+ s$/, with: " in TIME")
            }
            #expect(left == ["1 built, \(SmallLibrary.steps - 1) cancelled in TIME", ""])
            #expect(processes(naming: space.path("store")) == [])
        }
    }
}
