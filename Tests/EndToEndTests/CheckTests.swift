import Foundation
import Testing

extension EndToEnd {
    /// `xbuild check`, `diff`, `modulemap` and `interface` as a user calls them.
    struct CheckTests {
        /// Returns a space with a valid artifact bundle for Linux.
        private func space(_ source: String = "int tiny_one(void) { return 1; }\n") async throws -> TestSpace {
            let space = try TestSpace()
            try space.write(source, to: "one.c")
            try space.write("int tiny_one(void);\n", to: "Z.artifactbundle/include/z.h")
            try space.write(
                "module Z [system] { header \"z.h\" export * }\n", to: "Z.artifactbundle/include/module.modulemap")
            try space.write("MIT\n", to: "Z.artifactbundle/LICENSE")
            try space.write(
                """
                {"schemaVersion": "1.0", "artifacts": {"Z": {"type": "staticLibrary", "version": "1.0", "variants": [
                {"path": "libz.a", "supportedTriples": ["x86_64-unknown-linux-gnu"], "staticLibraryMetadata":
                {"headerPaths": ["include"], "moduleMapPath": "include/module.modulemap"}}]}}}
                """, to: "Z.artifactbundle/info.json")
            try await compile(in: space)
            return space
        }

        private func compile(in space: TestSpace) async throws {
            let arguments = ["--target=x86_64-unknown-linux-gnu", "-ffreestanding", "-c", "one.c", "-o", "one.o"]
            let output = try await space.run("clang", arguments)
            guard output.status == 0 else { throw ToolFault(message: output.err) }
            let archive = space.path("Z.artifactbundle/libz.a")
            try? FileManager.default.removeItem(atPath: archive)
            _ = try await LLVM.run("llvm-ar", ["--format=gnu", "rcsD", archive, space.path("one.o")])
        }

        @Test func `check reports no faults for a valid bundle`() async throws {
            let space = try await space()
            let output = try await space.xbuild("check", "Z.artifactbundle")
            #expect(output.status == 0 && output.out == "" && output.err == "no faults\n", "\(output.out)")
        }

        /// Runs the command below and adds the peak of its memory, in KiB, as a line to standard output.
        private static let measuring = """
            import resource, subprocess, sys
            status = subprocess.run(sys.argv[1:]).returncode
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // (1024 if sys.platform == "darwin" else 1))
            sys.exit(status)
            """

        @Test(arguments: ["one", "many"])
        func `check and diff refuse a zip bomb with little memory`(kind: String) async throws {
            let space = try TestSpace()
            let program = """
                import sys, zipfile
                with zipfile.ZipFile("bomb.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as bomb:
                    for index in range(1 if sys.argv[1] == "one" else 8):
                        with bomb.open(f"Z.artifactbundle/{index}", "w", force_zip64=True) as file:
                            for _ in range(640 if sys.argv[1] == "one" else 80): file.write(bytes(1 << 20))
                """
            try await space.run("python3", ["-c", program, kind])
            try FileManager.default.createDirectory(
                atPath: space.path("temporary"), withIntermediateDirectories: true)
            for words in [["check", "bomb.zip"], ["diff", "bomb.zip", "bomb.zip"]] {
                let output = try await space.run(
                    "python3", ["-c", Self.measuring, TestSpace.binary] + words,
                    environment: space.environment.merging(["TMPDIR": space.path("temporary")]) { $1 })
                #expect(output.status == 2, "\(output.out)")
                #expect(output.err.contains("error: archive `bomb.zip`: entry `Z.artifactbundle/"), "\(output.err)")
                #expect(output.err.contains(" times as large when unpacked"), "\(output.err)")
                let memory = output.out.split(separator: "\n").last.flatMap { Int($0) }
                #expect(memory ?? .max < 200 << 10)
                #expect(space.names(in: "temporary") == [])
            }
        }

        @Test func `check and diff unpack a zip and remove the unpacked files`() async throws {
            let space = try await space()
            let zip = "import shutil; shutil.make_archive('good', 'zip', '.', 'Z.artifactbundle')"
            try await space.run("python3", ["-c", zip])
            try space.remove("Z.artifactbundle/include/z.h")
            try await space.run("python3", ["-c", zip.replacing("good", with: "bad")])
            try space.write("no zip", to: "none.zip")
            let temporary = space.path("temporary")
            try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
            let good = try await space.xbuild("check", "good.zip", environment: ["TMPDIR": temporary])
            #expect(good.status == 0 && good.err == "no faults\n", "\(good.out)\(good.err)")
            let bad = try await space.xbuild("check", "bad.zip", environment: ["TMPDIR": temporary])
            #expect(
                bad.status == 5 && bad.out.contains("--> bad.zip/Z.artifactbundle/include/module.modulemap"),
                "\(bad.out)\(bad.err)")
            let difference = try await space.xbuild("diff", "good.zip", "bad.zip", environment: ["TMPDIR": temporary])
            #expect(difference.status == 1 && difference.out == "- header z.h\n", "\(difference.out)\(difference.err)")
            let none = try await space.xbuild("check", "none.zip", environment: ["TMPDIR": temporary])
            #expect(none.status == 2 && none.err.hasPrefix("error: archive `"), "\(none.err)")
            #expect(space.names(in: "temporary") == [])
        }

        @Test func `check reports a fault with its location and a hint`() async throws {
            let space = try await space()
            try FileManager.default.removeItem(atPath: space.path("Z.artifactbundle/include/z.h"))
            let output = try await space.xbuild("check", "Z.artifactbundle")
            #expect(output.status == 5 && output.err == "faults: 1, warnings: 0\n")
            #expect(
                output.out == """
                    error: module `Z` lists `z.h`, which does not exist [module-map-header]
                      --> Z.artifactbundle/include/module.modulemap: line 1
                      hint: add the header, or remove its line from the module map

                    """)
            let left = try await space.xbuild("check", "Z.artifactbundle", "--without", "module-map-header")
            #expect(left.status == 0)
            let json = try await space.xbuild("check", "--json", "Z.artifactbundle")
            #expect(json.status == 5 && json.out.contains("\"check\": \"module-map-header\""))
        }

        @Test func `a missing path gives exit status 2`() async throws {
            let space = try TestSpace()
            let output = try await space.xbuild("check", "nothing")
            #expect(output.status == 2 && output.err == "error: nothing exists at `nothing`\n")
        }

        @Test func `diff lists differences of packages and has the exit statuses of diff(1)`() async throws {
            let space = try await space()
            try FileManager.default.copyItem(atPath: space.path("Z.artifactbundle"), toPath: space.path("old"))
            let same = try await space.xbuild("diff", "old", "Z.artifactbundle")
            #expect(same.status == 0 && same.out == "", "\(same.out)")
            try space.write("int tiny_one(void) { return 3; }\n", to: "one.c")
            try await compile(in: space)
            let code = try await space.xbuild("diff", "old", "Z.artifactbundle")
            #expect(code.status == 1 && code.out.hasPrefix("~ libz.a elf x86_64\n    contents: `"), "\(code.out)")
            try space.write("int tiny_two(void) { return 2; }\nint tiny_three;\n", to: "one.c")
            try await compile(in: space)
            try space.write("int tiny_two(void);\n", to: "Z.artifactbundle/include/z.h")
            let differs = try await space.xbuild("diff", "old", "Z.artifactbundle")
            #expect(differs.status == 1)
            #expect(differs.out.hasPrefix("~ libz.a elf x86_64\n    size: "))
            #expect(
                differs.out.hasSuffix(
                    """
                        warning: 1 symbols were removed: code that uses them no longer links
                        - tiny_one
                        + tiny_three
                        + tiny_two
                    ~ header z.h

                    """), "\(differs.out)")
        }

        @Test func `modulemap writes a module map and verifies that the module compiles`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            try space.write("#include <stdint.h>\nuint8_t lib_one(void);\n", to: "lib/include/lib.h")
            try space.write("lib_type lib_two(void);\n", to: "lib/include/lib/two.h")
            try space.write("typedef int lib_type;\n", to: "lib/include/lib/type.h")
            let output = try await space.xbuild("modulemap", "lib/include")
            #expect(output.status == 0, "\(output.err)")
            #expect(
                output.out == """
                    module lib [system] {
                        header "lib.h"
                        header "lib/type.h"
                        header "lib/two.h"
                        export *
                    }

                    """)
            #expect(output.err.contains("lib/two.h: header: fails alone on"))
            #expect(output.err.contains(": compiles, and Swift imports it\n"), "\(output.err)")
        }

        @Test func `a header that does not compile and that no other header includes is a fault`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            try space.write("int lib_one(void);\n", to: "lib/lib.h")
            try space.write("#error not for you\n", to: "lib/other.h")
            let output = try await space.xbuild("modulemap", "lib")
            #expect(output.status == 5)
            #expect(output.err.contains("error: no header of the module includes `other.h` for"), "\(output.err)")
            let excluded = try await space.xbuild("modulemap", "lib", "--exclude", "other.h", "--output", "out")
            #expect(excluded.status == 0 && space.names(in: "out") == ["lib.h", "module.modulemap", "other.h"])
        }

        @Test func `--define writes macros into the headers that need them`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            try space.write("#ifndef LIB_SIZE\n#error size\n#endif\nint lib_one(void);\n", to: "lib/lib.h")
            #expect(try await space.xbuild("modulemap", "lib").status != 0)
            let output = try await space.xbuild("modulemap", "lib", "--define", "LIB_SIZE=4", "--output", "out")
            #expect(output.status == 0, "\(output.err)")
            #expect(try space.read("out/lib.h").hasPrefix("#ifndef LIB_SIZE\n#define LIB_SIZE 4\n#endif\n"))
        }

        @Test func `an interface lists the declarations that Swift can and cannot import`() async throws {
            let space = try TestSpace()
            try space.write(
                "int lib_one(int x);\n#define LIB_MAX(a, b) ((a) > (b) ? (a) : (b))\n"
                    + "void lib_log(const char *f, ...);\n",
                to: "lib/lib.h")
            try space.write("module Lib { header \"lib.h\" export * }\n", to: "lib/module.modulemap")
            let output = try await space.xbuild("interface", "lib")
            #expect(output.status == 0, "\(output.err)")
            #expect(output.out.contains("public func lib_one(_ x: Int32) -> Int32"))
            #expect(
                output.err == """
                    `LIB_MAX` (lib.h:2): a macro that takes arguments
                      shim: static inline TYPE swift_LIB_MAX(TYPE a, TYPE b) { return LIB_MAX(a, b); }
                    `lib_log`: a function with variable arguments
                      shim: static inline void swift_lib_log(const char * a0) { lib_log(a0); }

                    """)
        }
    }
}
