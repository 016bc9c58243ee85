import Foundation
import Testing

extension EndToEnd {
    /// `xbuild nm` and `xbuild audit` as a user calls them.
    struct InspectionTests {
        private func space() async throws -> TestSpace {
            let space = try TestSpace()
            try space.write("int tiny_one(void) { return 1; }\nint other;\n", to: "one.c")
            try space.write("const char *tiny_two(void) { return \"/home/me/two.c\"; }\n", to: "two.c")
            for (name, triple, extra) in [
                ("mac/lib/libtiny.a", "arm64-apple-macos11.0", ["-fPIC"]),
                ("x86/lib/libtiny.a", "x86_64-apple-macos11.0", []),
                ("linux/lib/libtiny.a", "x86_64-unknown-linux-gnu", ["-fno-pic", "-g"]),
            ] {
                try space.write("", to: name + ".folder")
                for source in ["one", "two"] {
                    let arguments = ["--target=\(triple)", "-ffreestanding", "-fdebug-compilation-dir=.", "-c"]
                    let output = try await space.run("clang", arguments + extra + ["\(source).c", "-o", "\(source).o"])
                    guard output.status == 0 else { throw ToolFault(message: output.err) }
                }
                let format = triple.contains("apple") ? "darwin" : "gnu"
                _ = try await LLVM.run(
                    "llvm-ar",
                    ["--format=\(format)", "rcsD", space.path(name), space.path("one.o"), space.path("two.o")])
            }
            return space
        }

        @Test func `audit prints one row for each slice of a folder's files`() async throws {
            let space = try await space()
            _ = try await space.xbuild(
                "lipo", "-create", "mac/lib/libtiny.a", "x86/lib/libtiny.a", "-output", "fat/libtiny.a")
            try FileManager.default.createDirectory(atPath: space.path("kit"), withIntermediateDirectories: true)
            for folder in ["linux", "mac"] {
                try FileManager.default.moveItem(atPath: space.path(folder), toPath: space.path("kit/\(folder)"))
            }
            try space.write("d\u{1}no object, though it begins like one\n", to: "kit/readme")
            let output = try await space.xbuild("audit", "kit")
            #expect(output.status == 0, "\(output.err)")
            #expect(
                output.out
                    == """
                    slice                    objects  architecture  platform  minimum  sdk  bitcode  pic  debug  exec stack  build paths  symbols
                    kit/linux/lib/libtiny.a  2        x86_64        -         -        -    none     no,yes  yes    no          1            1 of 3 without (tiny)
                    kit/mac/lib/libtiny.a    2        arm64         macos     11.0     0.0  none     yes     no     no          1            1 of 3 without (tiny)

                    """.replacing("pic  debug", with: "pic     debug"))
        }

        @Test func `audit prints one row for each slice of a fat file`() async throws {
            let space = try await space()
            let made = try await space.xbuild(
                "lipo", "-create", "mac/lib/libtiny.a", "x86/lib/libtiny.a", "-output", "libtiny.a")
            #expect(made.status == 0)
            let output = try await space.xbuild("audit", "libtiny.a", "--prefix", "tiny_", "--verbose")
            let rows = output.out.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
            #expect(rows.map { $0[0] }.prefix(3) == ["slice", "libtiny.a:x86_64", "libtiny.a:arm64"])
            #expect(output.out.contains("libtiny.a(one.o): symbol: _other\n"))
            #expect(output.out.contains("libtiny.a(two.o): build path: /home/me/two.c\n"))
            #expect(output.out.contains("  1 of 3 without tiny_\n"))
        }

        @Test func `a missed expectation is reported with the object's name`() async throws {
            let space = try await space()
            let met = try await space.xbuild(
                "audit", "mac", "--expect", "architecture=arm64", "--expect", "platform=macos", "--expect",
                "minimum-version=11", "--expect", "pic=yes")
            #expect(met.status == 0, "\(met.err)")
            let missed = try await space.xbuild(
                "audit", "mac/lib/libtiny.a", "--expect", "platform=ios,tvos", "--expect", "build-paths=0")
            #expect(missed.status == 5)
            #expect(
                missed.err == """
                    error: `mac/lib/libtiny.a(one.o)`: platform: expected ios or tvos, found macos
                    error: `mac/lib/libtiny.a(two.o)`: platform: expected ios or tvos, found macos
                    error: `mac/lib/libtiny.a(two.o)`: build-paths: expected 0, found 1

                    """)
            let forbidden = try await space.xbuild("audit", "mac/lib/libtiny.a", "--forbid", "/home/me")
            #expect(forbidden.status == 5)
            #expect(
                forbidden.err.contains("`mac/lib/libtiny.a(two.o)`: forbidden: expected no `/home/me`, found /home"))
        }

        @Test func `audit --json reports slices, symbols without the prefix and missed expectations`() async throws {
            let space = try await space()
            let output = try await space.xbuild("audit", "mac", "--json", "--expect", "debug=yes")
            #expect(output.status == 5)
            try space.write(output.out, to: "report.json")
            let program = """
                import json, sys
                report = json.load(open(sys.argv[1]))
                (row,) = report["slices"]
                print(row["file"], row["objects"], row["symbols"], row["prefixes"], row["isPrefixGuessed"])
                print(row["answers"]["architecture"], row["answers"]["build-paths"], row["otherSymbols"])
                print([miss["object"] for miss in report["misses"]], report["unreadable"])
                """
            let read = try await space.run("python3", ["-c", program, space.path("report.json")])
            #expect(
                read.out == """
                    mac/lib/libtiny.a 2 3 ['tiny'] True
                    {'arm64': 2} {'0': 1, '1': 1} [{'object': 'mac/lib/libtiny.a(one.o)', 'text': '_other'}]
                    ['mac/lib/libtiny.a(one.o)', 'mac/lib/libtiny.a(two.o)'] []

                    """)
        }

        @Test func `audit and nm report unusable files, and audit reports an unknown key`() async throws {
            let space = try TestSpace()
            try space.write("hello\n", to: "folder/text")
            try space.write("!<arch>\nbroken", to: "bad.a")
            let rows: [([String], Int, String)] = [
                (["audit", "gone.a"], 2, "error: cannot open `gone.a`: no such file or directory\n"),
                (["audit", "folder"], 5, "error: no objects below `folder`\n"),
                (["audit", "folder/text"], 5, "error: `folder/text`: not an object, an archive or a fat file\n"),
                (["audit", "bad.a"], 5, "error: `bad.a`: truncated: "),
                (
                    ["audit", "folder", "--expect", "speed=high"], 2,
                    "`speed=high` is not KEY=VALUE with one of the keys"
                ),
                (["nm", "folder/text"], 1, "error: `folder/text`: not an object, an archive or a fat file\n"),
                (["nm", "gone.a"], 1, "error: cannot open `gone.a`: no such file or directory\n"),
            ]
            for (arguments, status, message) in rows {
                let output = try await space.run(TestSpace.binary, arguments)
                #expect(output.status == status, "\(arguments)")
                #expect(output.err.contains(message), "\(arguments): \(output.err)")
            }
        }

        @Test func `nm lists several files under their names`() async throws {
            let space = try await space()
            let output = try await space.xbuild("nm", "-g", "one.o", "linux/lib/libtiny.a")
            #expect(output.status == 0)
            let expected = try await LLVM.run(
                "llvm-nm", ["-g", space.path("one.o"), space.path("linux/lib/libtiny.a")])
            #expect(output.out == expected.replacing(space.path(""), with: ""))
        }
    }
}
