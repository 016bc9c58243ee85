import Foundation
import Testing

extension EndToEnd {
    /// Patches beside a recipe, and patches that `xbuild patch` makes from edits.
    struct PatchTests {
        private static let patch = """
            --- a/one.c
            +++ b/one.c
            @@ -1,2 +1,2 @@
             #include "tiny.h"
            -int tiny_one(int left) { return left + 1; }
            +int tiny_one(int left) { return left + 100; }

            """
        private static let file = "\(SmallLibrary.home)/recipes/tiny/fix.patch"

        private static func space(_ patch: String) async throws -> TestSpace {
            let space = try TestSpace()
            try space.write(patch, to: file)
            try await SmallLibrary(more: ["patches: fix.patch"]).install(in: space)
            return space
        }

        @Test func `a patch is applied, and the manifest records it`() async throws {
            let space = try await Self.space(Self.patch)
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 0, "\(output.err)")
            let manifest = try space.read("dist/tiny-1.0/manifest.json")
            #expect(manifest.contains(try space.sha256(Self.file)))
            #expect(manifest.contains("fix.patch"))
            let archive = "dist/tiny-1.0/prefixes/linux-gnu-x86_64/lib/libtiny.a"
            let code = try await space.run("objdump", ["-d", space.path(archive)])
            #expect(code.out.contains("0x64(%rdi)"))
        }

        @Test func `a patch that does not apply is reported with its location, and nothing is built`() async throws {
            let space = try await Self.space(Self.patch.replacing("left + 1;", with: "left + 2;"))
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 3)
            let message =
                "error: patch `fix.patch`, line 3: hunk 1 of `one.c` does not apply: line 5 of the patch expects "
                + "`int tiny_one(int left) { return left + 2; }`, line 2 of the file is "
                + "`int tiny_one(int left) { return left + 1; }`"
            #expect(space.talk(output).contains("error: patch tiny 1.0 failed\n  \(message)\n"), "\(output.err)")
            #expect(!space.exists("dist"))
        }

        @Test func `edits become a patch that the next build applies`() async throws {
            let space = try await Self.space(Self.patch)
            let laid = try await space.xbuild("patch", "tiny")
            #expect(laid.status == 0, "\(laid.err)")
            #expect(laid.out == "tiny-1.0-source\n")
            #expect(try space.read("tiny-1.0-source/one.c").contains("left + 100"))
            let same = try await space.xbuild("patch", "tiny", "tiny-1.0-source")
            #expect(same.status == 2)
            #expect(space.talk(same).contains("error: nothing was edited in `tiny-1.0-source`\n"))
            let two = try space.read("tiny-1.0-source/two.c")
            try space.write(two.replacing("left + 1", with: "left + 2"), to: "tiny-1.0-source/two.c")
            try space.write("new\n", to: "tiny-1.0-source/docs/new.txt")
            let made = try await space.xbuild("patch", "tiny", "tiny-1.0-source", "--topic", "two")
            #expect(made.status == 0, "\(made.err)")
            let file = "\(SmallLibrary.home)/recipes/tiny/tiny-1.0-two.patch"
            #expect(made.out == "\(file)\n")
            #expect(
                try space.read(file) == """
                    diff --git a/docs/new.txt b/docs/new.txt
                    new file mode 100644
                    --- /dev/null
                    +++ b/docs/new.txt
                    @@ -0,0 +1 @@
                    +new
                    diff --git a/two.c b/two.c
                    --- a/two.c
                    +++ b/two.c
                    @@ -1,2 +1,2 @@
                     #include "tiny.h"
                    -int tiny_two(int left) { return left + 1; }
                    +int tiny_two(int left) { return left + 2; }

                    """)
            let recipe = "\(SmallLibrary.home)/recipes/tiny/recipe.yaml"
            let text = try space.read(recipe)
            try space.write(
                text.replacing("patches: fix.patch", with: "patches: [fix.patch, tiny-1.0-two.patch]"), to: recipe)
            let built = try await space.xbuild("recipe", "tiny")
            #expect(built.status == 0, "\(built.err)")
        }

        @Test func `without git, the error says that git is not installed`() async throws {
            let space = try await Self.space(Self.patch)
            let laid = try await space.xbuild("patch", "tiny")
            #expect(laid.status == 0, "\(laid.err)")
            try space.write("new\n", to: "tiny-1.0-source/new.txt")
            let made = try await space.xbuild(
                "patch", "tiny", "tiny-1.0-source", environment: ["PATH": space.path("none")])
            #expect(made.status == 2, "\(made.err)")
            #expect(made.err.contains("error: `git` is not installed\nhint: install it: "), "\(made.err)")
        }

        @Test func `patch overwrites no existing files`() async throws {
            let space = try await Self.space(Self.patch)
            try space.write("", to: "tiny-1.0-source/x")
            let laid = try await space.xbuild("patch", "tiny")
            #expect(laid.status == 2)
            #expect(laid.err.contains("error: `tiny-1.0-source` exists\n"))
            let made = try await space.xbuild("patch", "tiny", "tiny-1.0-source", "--output", Self.file)
            #expect(made.status == 2)
            #expect(try space.read(Self.file) == Self.patch)
        }

        @Test func `edits in a kept build folder become a patch`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(files: ["two.c": "int broken(\n"]).install(in: space)
            let failed = try await space.xbuild("recipe", "tiny", "--sandbox", "off")
            #expect(failed.status == 1)
            let line = try #require(failed.err.split(separator: "\n").first { $0.hasPrefix("build folder kept: ") })
            let folder = String(line.dropFirst("build folder kept: ".count))
            let file = try #require(
                ["root/source/two.c", "source/two.c"].map { "\(folder)/\($0)" }.first {
                    FileManager.default.fileExists(atPath: $0)
                })
            try "int mended;\n".write(toFile: file, atomically: true, encoding: .utf8)
            let made = try await space.xbuild("patch", "tiny", folder, "--output", "out.patch")
            #expect(made.status == 0, "\(made.err)")
            #expect(try space.read("out.patch").hasSuffix("@@ -1 +1 @@\n-int broken(\n+int mended;\n"))
        }

        @Test func `files that autoreconf generates do not count as edits`() async throws {
            let space = try TestSpace()
            let files = ["two.c": "int broken(\n", "install-sh": "#!/bin/sh\nexit 1\n"]
            try await SmallLibrary(files: files, usesAutoconf: true).install(in: space)
            let failed = try await space.xbuild("recipe", "tiny", "--sandbox", "off")
            let line = try #require(
                failed.err.split(separator: "\n").first { $0.hasPrefix("build folder kept: ") }, "\(failed.err)")
            let folder = String(line.dropFirst("build folder kept: ".count))
            let source = try #require(
                ["root/source", "source"].map { "\(folder)/\($0)" }.first {
                    FileManager.default.fileExists(atPath: $0)
                })
            #expect(try String(contentsOfFile: source + "/install-sh", encoding: .utf8).contains("scriptversion"))
            let none = try await space.xbuild("patch", "tiny", folder)
            #expect(none.status == 2 && none.err.contains("error: nothing was edited"), "\(none.err)")
            try "int mended;\n".write(toFile: source + "/two.c", atomically: true, encoding: .utf8)
            let made = try await space.xbuild("patch", "tiny", folder, "--output", "out.patch")
            #expect(made.status == 0 && made.err.contains("left out: autoreconf writes it again\n"), "\(made.err)")
            let patch = try space.read("out.patch")
            #expect(patch.components(separatedBy: "diff --git").count == 2 && patch.hasSuffix("+int mended;\n"))
        }
    }
}
