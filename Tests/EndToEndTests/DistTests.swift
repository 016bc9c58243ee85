import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// The folders that `xbuild recipe` and `xbuild package` deliver.
    struct DistTests {
        @Test func `an edited folder is replaced only with --force, and then completely`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            let first = try await space.xbuild("recipe", "tiny")
            #expect(first.status == 0)
            let expected = try space.contents("dist")

            try space.write("edited", to: "dist/tiny-1.0/include/tiny.h")
            try space.remove("dist/tiny-1.0/manifest.json")
            try space.write("added", to: "dist/tiny-1.0/include/added.h")
            try space.write("another package", to: "dist/other-1.0/file")
            let edited = try space.contents("dist")
            let refused = try await space.xbuild("recipe", "tiny", "--events", "refused.json")
            #expect(refused.status == 2)
            #expect(refused.out == "")
            #expect((try? space.read("refused.json")) ?? "" == "", "the conflict is found before any step runs")
            let message = """
                error: `dist/tiny-1.0` has changes that xbuild did not make: `include/added.h` (added), \
                `include/tiny.h` (changed)
                hint: keep a copy of your files, then replace the folder with --force

                """
            #expect(space.talk(refused).hasSuffix(message), "\(refused.err)")
            #expect(try space.contents("dist").differences(from: edited) == [])

            let again = try await space.xbuild("recipe", "tiny", "--force")
            #expect(again.status == 0)
            #expect(again.out == "dist/tiny-1.0\n")
            #expect(space.talk(again) == "\(SmallLibrary.steps) from the store in TIME\n")
            #expect(try space.read("dist/other-1.0/file") == "another package")
            try space.remove("dist/other-1.0")
            #expect(try space.contents("dist").differences(from: expected) == [])
        }

        @Test func `an edit that keeps the size is not overwritten`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            _ = try await space.xbuild("recipe", "tiny")
            let text = try space.read("dist/tiny-1.0/include/tiny.h")
            let edited = text.replacing("left", with: "lift")
            try space.write(edited, to: "dist/tiny-1.0/include/tiny.h")
            let again = try await space.xbuild("recipe", "tiny")
            #expect(again.status == 2)
            #expect(try space.read("dist/tiny-1.0/include/tiny.h") == edited)
        }

        @Test func `a changed result is delivered even if its files have the same sizes`() async throws {
            let space = try TestSpace()
            var library = SmallLibrary()
            library.build = ["defines: [VALUE=1]"]
            try await library.install(in: space)
            _ = try await space.xbuild("recipe", "tiny")
            library.build = ["defines: [VALUE=2]"]
            try await library.install(in: space)
            let again = try await space.xbuild("recipe", "tiny")
            #expect(again.status == 0)
            #expect(try space.read("dist/tiny-1.0/manifest.json").contains("-DVALUE=2"))
        }

        @Test func `edited packages are replaced only with --force`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            let call = ["package", "tiny", "--format", "prefix"]
            let first = try await space.run(TestSpace.binary, call)
            #expect(first.status == 0, "\(first.err)")
            try space.write("added", to: "packages/tiny-1.0/added")
            let refused = try await space.run(TestSpace.binary, call)
            #expect(refused.status == 2)
            #expect(refused.err.contains("packages/tiny-1.0` has changes that xbuild did not make: `added` (added)\n"))
            let forced = try await space.run(TestSpace.binary, call + ["--force"])
            #expect(forced.status == 0, "\(forced.err)")
            #expect(!space.exists("packages/tiny-1.0/added"))
        }

        @Test func `a folder that xbuild did not make is not changed`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            try space.write("mine", to: "dist/tiny-1.0/mine.c")
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 2)
            #expect(output.err.contains("dist/tiny-1.0` exists, and xbuild did not put it there\nhint: move it away"))
            #expect(try space.read("dist/tiny-1.0/mine.c") == "mine")
            #expect(try FileManager.default.contentsOfDirectory(atPath: space.path("dist")) == ["tiny-1.0"])
        }

        @Test(arguments: [["recipe", "package"], ["package", "recipe"]])
        func `a command does not replace the folder of another command`(_ commands: [String]) async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            let format = ["--format", "prefix"]
            func call(_ command: String) -> [String] {
                [command, "tiny", "-o", "out"] + (command == "package" ? format : [])
            }
            #expect(try await space.run(TestSpace.binary, call(commands[0])).status == 0)
            let before = try space.contents("out")
            let refused = try await space.run(TestSpace.binary, call(commands[1]))
            #expect(refused.status == 2)
            #expect(refused.err.contains("out/tiny-1.0` has the "))
            #expect(
                refused.err.contains("hint: give another folder with --output, or replace the folder with --force\n"))
            #expect(try space.contents("out").differences(from: before) == [])
            #expect(try await space.run(TestSpace.binary, call(commands[1]) + ["--force"]).status == 0)
            #expect(try space.contents("out").differences(from: before) != [])
        }

        @Test func `a folder of the user is kept after the delivered folder was removed`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            _ = try await space.xbuild("recipe", "tiny")
            try space.remove("dist/tiny-1.0")
            try space.write("mine", to: "dist/tiny-1.0/mine.c")
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 2)
            #expect(output.err.contains("has changes that xbuild did not make: `mine.c` (added)\n"))
            #expect(try space.read("dist/tiny-1.0/mine.c") == "mine")
        }

        @Test func `an unchanged package folder is not replaced`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            _ = try await space.xbuild("recipe", "tiny")
            let number = {
                try FileManager.default.attributesOfItem(atPath: space.path("dist/tiny-1.0"))[.systemFileNumber]
            }
            let before = try number() as? Int
            let again = try await space.xbuild("recipe", "tiny", "--events", "events.json")
            #expect(again.status == 0)
            #expect(try space.events("events.json").finished(.built) == [])
            #expect(try number() as? Int == before)
        }

        @Test func `leftovers of killed runs are removed`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            _ = try await space.xbuild("recipe", "tiny")
            // The first 16 digits of the folder's name are the hash of `tiny-1.0`.
            try space.write("half", to: "dist/.e5e679303b3cf55f89abcdef.new/include/tiny.h")
            try space.write("", to: "dist/.tiny-1.0.lock")
            try space.write("mine", to: "dist/.tiny-1.0.notes/file")
            let again = try await space.xbuild("recipe", "tiny")
            #expect(again.status == 0, "\(again.err)")
            #expect(space.names(in: "dist") == [".tiny-1.0.notes", ".tiny-1.0.tree", "tiny-1.0"])
            #expect(try space.read("dist/.tiny-1.0.notes/file") == "mine")
        }

        @Test func `packages are delivered to the folder of --output`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            let relative = try await space.xbuild("recipe", "tiny", "--output", "some where/below")
            #expect(relative.status == 0, "\(relative.err)")
            #expect(relative.out == "some where/below/tiny-1.0\n")
            let elsewhere = try TestSpace()
            let absolute = try await space.xbuild("recipe", "tiny", "-o", elsewhere.path("out"))
            #expect(absolute.out == elsewhere.path("out/tiny-1.0") + "\n")
            #expect(try elsewhere.contents("out").differences(from: space.contents("some where/below")) == [])
            #expect(!space.exists("dist"))
        }

        @Test func `a run with a store that lost blobs gives the same package`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            _ = try await space.xbuild("recipe", "tiny", "--output", "first")
            let blobs = try space.contents("store/cas").files
            for blob in blobs.enumerated() where blob.offset % 3 != 0 { try space.remove("store/cas/\(blob.element)") }
            let rebuilt = try await space.xbuild("recipe", "tiny", "--output", "second")
            #expect(rebuilt.status == 0, "\(rebuilt.err)")
            let differences = try space.contents("second").differences(from: space.contents("first"))
            #expect(differences == [], "\(rebuilt.err)")
        }

        @Test func `options set arguments of configure, which the manifest records`() async throws {
            let space = try TestSpace()
            var library = SmallLibrary()
            library.more = [
                "options:", "  fast: { summary: faster, default: false, on: --enable-fast }",
                "  safe: { summary: safer, default: true, on: --enable-safe, off: --disable-safe }",
            ]
            try await library.install(in: space)
            let output = try await space.xbuild("recipe", "tiny", "--with", "fast", "--without", "safe")
            #expect(output.status == 0, "\(output.err)")
            let manifest = try space.read("dist/tiny-1.0/manifest.json")
            #expect(manifest.contains("\"--enable-fast\", \"--disable-safe\"]"))
            #expect(!manifest.contains("--enable-safe"))
        }

        @Test func `a package has the files that its manifest lists`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            try await SmallLibrary(targets: "[ios-armv7, ios-arm64, linux-gnu-x86_64]").install(in: space)
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 0, "\(output.err)")
            #expect(
                try space.contents("dist/tiny-1.0").files == [
                    "include/module.modulemap", "include/tiny.h", "include/tiny_config-arm64_x86_64.h",
                    "include/tiny_config-armv7.h", "include/tiny_config.h", "lib/ios/libtiny.a", "licenses/COPYING",
                    "manifest.json", "prefixes/ios-arm64/include/tiny.h", "prefixes/ios-arm64/include/tiny_config.h",
                    "prefixes/ios-arm64/lib/libtiny.a", "prefixes/ios-armv7/include/tiny.h",
                    "prefixes/ios-armv7/include/tiny_config.h", "prefixes/ios-armv7/lib/libtiny.a",
                    "prefixes/linux-gnu-x86_64/include/tiny.h", "prefixes/linux-gnu-x86_64/include/tiny_config.h",
                    "prefixes/linux-gnu-x86_64/lib/libtiny.a",
                ])
            // Python computes the digests and sizes independently.
            let program = """
                import hashlib, json, os, sys
                manifest = json.load(open("manifest.json"))
                said = {f["path"]: (f["sha256"], f["size"]) for f in manifest["files"]}
                held = {}
                for folder, _, names in os.walk("."):
                    for name in names:
                        path = os.path.relpath(os.path.join(folder, name), ".")
                        data = open(path, "rb").read()
                        held[path] = (hashlib.sha256(data).hexdigest(), len(data))
                del held["manifest.json"]
                assert said == held, set(said.items()) ^ set(held.items())
                print(sorted(t["triple"] for t in manifest["targets"]))
                """
            let checked = try await TestProgram.run(
                "python3", ["-c", program], in: space.folder.appending(path: "dist/tiny-1.0"),
                environment: space.environment)
            #expect(checked.err == "")
            #expect(
                checked.out == "['arm64-apple-ios12.0', 'armv7-apple-ios9.0', 'x86_64-unknown-linux-gnu']\n")
        }
    }
}
