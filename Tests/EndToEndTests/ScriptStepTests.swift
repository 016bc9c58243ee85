import Foundation
import Testing

extension EndToEnd {
    /// The rules for steps of a script: each violation ends the build with an error that names the step.
    struct ScriptStepTests {
        /// Returns a library that a script builds; its install step also runs this command.
        private static func library(targets: String, installing command: String) throws -> SmallLibrary {
            var library = try #require(BuildSystemTests.libraries.last)
            library.targets = targets
            library.besides["tiny.sh"] = BuildSystemTests.script.replacing("# more\n", with: command + "\n")
            return library
        }

        @Test(arguments: ["configure", "build", "install"])
        func `a failing step is reported with its name, exit status and message`(step: String) async throws {
            let space = try TestSpace()
            var library = try Self.library(targets: "[linux-gnu-x86_64]", installing: "")
            let failure = "[ $1 != \(step) ] || { echo 'error: no disk for \(step)' >&2; exit 3; }"
            library.besides["tiny.sh"] = BuildSystemTests.script.replacing("set -eu\n", with: "set -eu\n\(failure)\n")
            try await library.install(in: space)
            let output = try await space.xbuild("recipe", "script")
            #expect(output.status == 1)
            #expect(
                space.talk(output).hasPrefix(
                    """
                    error: linux-gnu-x86_64: build script 1.0 exited with status 3
                      error: no disk for \(step)
                      error: the \(step) step failed
                    log: store/xbuild-work/RUN/ACTION/log

                    """), "\(output.err)")
            #expect(!space.exists("dist"))
        }

        /// The server is reachable: without the sandbox the same step connects to it.
        @Test(arguments: [("off", 0), ("require", 1)])
        func `a step in the sandbox cannot reach the network`(sandbox: String, status: Int) async throws {
            let space = try TestSpace()
            let dial = "IO::Socket::INET->new(\"127.0.0.1:\" . <>)"
            let command = "perl -MIO::Socket::INET -e 'exit !\(dial)' \"$FILES/port\""
            var library = try Self.library(targets: "[linux-gnu-x86_64]", installing: command)
            library.build.append("files: [port]")
            library.besides["port"] = ""
            try await library.install(in: space)
            let port = space.path("\(SmallLibrary.home)/recipes/script/port")
            let output = try await space.run(
                "python3", ["-c", Self.listener, port, TestSpace.binary, "recipe", "script", "--sandbox", sandbox])
            #expect(output.status == status, "\(output.err)")
            #expect(output.err.contains("  error: the install step failed\n") == (status == 1), "\(output.err)")
        }

        /// Listens on the loopback interface, writes the port number to a file, and runs a program in the meantime.
        private static let listener = """
            import pathlib, socket, subprocess, sys
            server = socket.create_server(("127.0.0.1", 0))
            pathlib.Path(sys.argv[1]).write_text(str(server.getsockname()[1]))
            sys.exit(subprocess.run(sys.argv[2:]).returncode)
            """

        @Test(arguments: [
            ("echo x >/usr/local/lib/stray.a", 1, "error: the install step failed"),
            ("echo x >\"$SOURCE/stray.c\"", 1, "error: the install step failed"),
            ("rm -rf \"$DESTDIR\"", 1, "error: the install step installed nothing below `${DESTDIR}${PREFIX}`"),
            (
                "mkdir -p \"$DESTDIR/etc\" && echo x >\"$DESTDIR/etc/tiny.conf\"", 1,
                "error: the install step installed `/etc/tiny.conf`, which is not below the prefix `/usr/local`"
            ),
            (
                "echo \"$BUILD\" >\"$DESTDIR$PREFIX/lib/tiny.pc\"", 1,
                "error: the install step left a path of the build in `lib/tiny.pc`"
            ),
            (
                "${CC%% *} -c \"$SOURCE/one.c\" -I. -o one.o && $AR r \"$DESTDIR$PREFIX/lib/libtiny.a\" one.o", 5,
                "error: the install step installed objects that are not for the target"
            ),
        ])
        func `a step that breaks a rule fails the build`(command: String, status: Int, message: String) async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            let library = try Self.library(targets: "[ios-arm64]", installing: command)
            try await library.install(in: space)
            let output = try await space.xbuild("recipe", "script", environment: ["XBUILD_MIRROR": SeedStore.mirror])
            #expect(output.status == status)
            #expect(output.err.split(separator: "\n").contains { $0.trimmingPrefix("  ") == message }, "\(output.err)")
            #expect(!space.exists("dist"))
        }
    }
}
