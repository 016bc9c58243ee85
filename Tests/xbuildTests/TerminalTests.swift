import Foundation
import Testing

extension EndToEnd {
    /// The live view on a terminal, and the plain log elsewhere.
    struct TerminalTests {
        /// Runs a program on a terminal of 100 columns and 24 rows, and passes on what the terminal gets.
        private static let terminal = """
            import fcntl, os, pty, struct, sys, termios
            child, terminal = pty.fork()
            if child == 0:
                fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
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

        /// What stands on the screen after these bytes: text, line ends, "up n lines", "clear to the end".
        private func screen(_ text: String) -> [String] {
            var lines = [""]
            var row = 0
            var rest = text.replacing("\r\n", with: "\n")[...]
            while let character = rest.popFirst() {
                if character == "\n" {
                    row += 1
                    if row == lines.count { lines.append("") }
                } else if character == "\u{1B}" {
                    let code = rest.prefix { !$0.isLetter }
                    rest = rest.dropFirst(code.count)
                    switch rest.popFirst() {
                    case "A": row = max(0, row - (Int(code.dropFirst()) ?? 1))
                    case "J":
                        lines.removeSubrange((row + 1)...)
                        lines[row] = ""
                    case let other: Issue.record("an unknown control sequence: \(code)\(other.map(String.init) ?? "")")
                    }
                } else {
                    lines[row].append(character)
                }
            }
            return lines
        }

        private func run(_ space: TestSpace, _ arguments: [String]) async throws -> TestSpace.Output {
            try await space.run(
                "python3", ["-c", Self.terminal, TestSpace.binary] + arguments,
                environment: space.environment.merging(["TERM": "xterm"]) { $1 })
        }

        @Test func showsWhatRunsAndLeavesACleanScreen() async throws {
            let space = try TestSpace()
            try await SmallLibrary(build: ["variables: { TINY_PAUSE: \"0.5\" }"]).install(in: space)
            let output = try await run(space, ["recipe", "tiny"])
            #expect(output.status == 0)
            #expect(output.out.contains(/build tiny 1\.0  0\.\d s/))
            #expect(output.out.contains("\r\n[1/8] 1 running\r\n"))
            let left = screen(output.out).map { $0.replacing(/\ in [0-9.]+ s$/, with: " in TIME") }
            #expect(left == ["dist/tiny-1.0", "8 built in TIME", ""])
        }

        @Test func keepsFailuresOnTheScreen() async throws {
            let space = try TestSpace()
            try await SmallLibrary(files: ["two.c": "int broken = ;\n"]).install(in: space)
            let output = try await run(space, ["recipe", "tiny"])
            #expect(output.status == 1)
            let left = screen(output.out)
            #expect(left.first == "failed  linux-gnu-x86_64: build tiny 1.0: exited with status 2")
            #expect(left[1] == "error: linux-gnu-x86_64: build tiny 1.0 exited with status 2")
            #expect(left.contains { $0.hasPrefix("  ../source/two.c:1:14: error: ") })
        }

        @Test func elsewhereALineSaysWhenAnActionStartsAndEnds() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            let output = try await space.xbuild("recipe", "tiny", "--jobs", "1")
            let lines = output.err.split(separator: "\n").map { $0.replacing(/\ \([0-9.]+ s\)$/, with: "") }
            #expect(!output.err.contains("\u{1B}"))
            #expect(
                lines.filter { $0.contains("build tiny") } == [
                    "[1/8] start  linux-gnu-x86_64: build tiny 1.0", "[2/8] done   linux-gnu-x86_64: build tiny 1.0",
                ])
            #expect(lines.count { $0.contains(" start  ") } == 8)
            #expect(lines.count { $0.contains(" done   ") } == 8)
            #expect(output.out == "dist/tiny-1.0\n")
        }

        @Test func interruptedOnATerminalItLeavesACleanScreen() async throws {
            let space = try TestSpace()
            try await SmallLibrary(build: ["variables: { TINY_PAUSE: \"600\" }"]).install(in: space)
            // Ctrl-C as the terminal sends it: to all of the foreground.
            let interrupting = Self.terminal.replacing(
                "    sys.stdout.buffer.write(data)",
                with: """
                        sys.stdout.buffer.write(data)
                        import re
                        if not "sent" in globals() and re.search(rb"build tiny 1\\.0  ([1-9]|0\\.[3-9])", data):
                            sent = os.write(terminal, b"\\x03")
                    """)
            let output = try await space.run(
                "python3", ["-c", interrupting, TestSpace.binary, "recipe", "tiny"],
                environment: space.environment.merging(["TERM": "xterm"]) { $1 })
            #expect(output.status == 130)
            let left = screen(output.out.replacing("^C", with: "")).map {
                $0.replacing(/\ in [0-9.]+ s$/, with: " in TIME")
            }
            #expect(left == ["1 built, 7 cancelled in TIME", ""])
            #expect(processes(naming: space.path("store")) == [])
        }
    }
}
