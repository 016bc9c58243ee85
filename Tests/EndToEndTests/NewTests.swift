import Foundation
import Testing

extension EndToEnd {
    /// `xbuild new`: recipes that are derived from a source.
    struct NewTests {
        private static let files = [
            "COPYING": """
            Permission is hereby granted, free of charge, to any person obtaining a copy of this software, if this
            permission notice shall be included in all copies.
            """,
            "tiny.h": "int tiny_one(int left);\n",
            "tiny.c": "#include \"tiny.h\"\nint tiny_one(int left) { return left + 1; }\n",
            "Makefile": """
            libtiny.a: tiny.o
            \t$(AR) rc $@ tiny.o
            install: libtiny.a
            \tmkdir -p $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/include
            \tcp libtiny.a $(DESTDIR)$(PREFIX)/lib
            \tcp tiny.h $(DESTDIR)$(PREFIX)/include

            """,
        ]
        private static let archive = "tiny-1.0.tar"
        private static let recipe = "\(SmallLibrary.home)/recipes/tiny/recipe.yaml"

        private static func space(_ changed: [String: String] = [:]) async throws -> TestSpace {
            let space = try TestSpace()
            for (path, text) in files.merging(changed, uniquingKeysWith: { $1 }) {
                try space.write(text, to: "pack/tiny-1.0/\(path)")
            }
            try space.write("", to: archive)
            try await space.pack("pack", "tiny-1.0", into: archive)
            try space.write("", to: "\(SmallLibrary.home)/recipes/README")
            try space.linkToolchains()
            return space
        }

        @Test func `for an archive with a makefile, new writes a recipe that builds`() async throws {
            let space = try await Self.space()
            let output = try await space.xbuild("new", Self.archive, "--targets", "host")
            #expect(output.status == 0, "\(output.err)")
            #expect(output.out.hasPrefix("version: 1.0 (the source's name)\nlicense: MIT (text of `COPYING`)\n"))
            #expect(output.out.hasSuffix("host: built\n\(Self.recipe)\n"))
            let text = try space.read(Self.recipe)
            #expect(text.hasPrefix("name: tiny\nsummary: the C library of that name\nlicense: MIT\n"))
            let products =
                "products: { libraries: [libtiny.a], headers: [tiny.h], module: tiny }\nlicenses: [COPYING]\n"
            #expect(text.hasSuffix(products))
            let sha256 = try space.sha256(Self.archive)
            #expect(text.contains("      - path: tiny-1.0.tar\n        sha256: \(sha256)\n"))

            let built = try await space.xbuild("recipe", "tiny", "--targets", "host")
            #expect(built.status == 0, "\(built.err)")
            #expect(space.exists("dist/tiny-1.0/manifest.json"))

            let again = try await space.xbuild("new", Self.archive)
            #expect(again.status == 2)
            #expect(space.talk(again).hasPrefix("error: `\(Self.recipe)` exists\n"))
        }

        @Test func `for a source that does not build, new writes no recipe`() async throws {
            let space = try await Self.space(["tiny.c": "int tiny_one(int left) { return right; }\n"])
            let output = try await space.xbuild("new", Self.archive, "--targets", "host")
            #expect(output.status == 1)
            #expect(output.out.contains("script: does not build on this machine: "))
            #expect(output.out.contains("use of undeclared identifier 'right'"))
            #expect(!space.exists(Self.recipe))
        }

        @Test func `if a source file lacks an include, new adds it to the compiler flags`() async throws {
            let text = "#include \"tiny.h\"\nint tiny_one(int left) { return left + (int)strlen(\"x\"); }\n"
            let space = try await Self.space(["tiny.c": text])
            let output = try await space.xbuild("new", Self.archive, "--targets", "host")
            #expect(output.status == 0, "\(output.err)")
            #expect(
                output.out.contains(
                    "cflags: -include string.h (the source needs `string.h` and does not include it)\n"))
            #expect(try space.read(Self.recipe).contains("  cflags: [-include, string.h]\n"))
        }

        // MARK: Signals

        /// A source in which a file makes the build sleep; `mark` identifies the sleeping processes.
        struct Pause: Sendable, CustomTestStringConvertible {
            var testDescription: String
            var files: @Sendable (_ mark: String) -> [String: String]
        }

        private static let pauses = [
            Pause(testDescription: "configure") { mark in
                // The source has two build systems: after an interrupted trial of configure, CMake must not be tried.
                let script = "#!/bin/sh\nsleep 600.\(mark)\nexit 1\n"
                return ["configure": script, "configure.ac": "AC_INIT", "CMakeLists.txt": "project(tiny C)\n"]
            },
            Pause(testDescription: "the trial build") { mark in
                ["Makefile": "libtiny.a:\n\tsleep 600.\(mark)\ninstall: libtiny.a\n\tcp tiny.h $(PREFIX)\n"]
            },
        ]

        @Test(arguments: pauses, [SIGINT, SIGTERM])
        func `a signal ends xbuild new, which then writes no recipe`(_ pause: Pause, _ signal: Int32) async throws {
            let mark = String(UInt32.random(in: 100_000...999_999))
            let space = try await Self.space(pause.files(mark))
            let run = try space.start("new", Self.archive, "--targets", "host")
            try await until("the build sleeps") { !run.isRunning || !processes(naming: "600.\(mark)").isEmpty }
            try await expectEnd(of: run, by: signal, in: space)
            #expect(processes(naming: "600.\(mark)") == [])
        }

        @Test(arguments: [SIGINT, SIGTERM])
        func `a signal ends the download of xbuild new`(_ signal: Int32) async throws {
            let space = try await Self.space()
            let server = """
                import socket, sys, time
                listener = socket.create_server(("127.0.0.1", 0))
                print(f"port {listener.getsockname()[1]} is open", file=sys.stderr, flush=True)
                client = listener.accept()[0]
                client.recv(4096)
                client.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 1000\\r\\n\\r\\nbegun")
                print("answered", file=sys.stderr, flush=True)
                time.sleep(600)
                """
            let stalled = try RunningProgram(
                "python3", ["-c", server], in: space.path(""), environment: space.environment,
                errors: space.path("server"))
            defer { stalled.send(SIGKILL) }
            try await stalled.waitUntilItPrints("is open")
            let port = try #require(stalled.talk.split(separator: " ").dropFirst().first)
            let run = try RunningProgram(
                TestSpace.binary, ["new", "http://127.0.0.1:\(port)/tiny-1.0.tar"], in: space.path(""),
                environment: space.environment.merging(["XBUILD_OFFLINE": ""]) { $1 }, errors: space.path("talk"))
            try await until("the answer begins") { !run.isRunning || stalled.talk.contains("answered") }
            try await expectEnd(of: run, by: signal, in: space)
        }

        private func expectEnd(of run: RunningProgram, by signal: Int32, in space: TestSpace) async throws {
            let start = ContinuousClock.now
            run.send(signal)
            #expect(try await run.end(within: .seconds(60)) == 128 + Int(signal), "\(run.talk)")
            #expect(ContinuousClock.now - start < .seconds(20))
            #expect(!run.talk.contains("error: "), "\(run.talk)")
            #expect(!space.exists(Self.recipe))
        }

        @Test(arguments: [
            ("nothing.tar", "error: there is no archive `nothing.tar`\n", 2),
            (
                "https://example.invalid/a-1.tar",
                "error: `https://example.invalid/a-1.tar` needs the network, which is switched off\n", 4
            ),
        ])
        func `a source that cannot be fetched or read is an error`(_ place: String, _ message: String, _ status: Int)
            async throws
        {
            let space = try await Self.space()
            let output = try await space.xbuild("new", place)
            #expect(output.status == status)
            #expect(space.talk(output).hasPrefix(message))
        }
    }
}
