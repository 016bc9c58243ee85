import Foundation
import Testing

extension EndToEnd {
    /// The locations of sources, and failures of downloads.
    struct SourceTests {
        /// An address at which no server listens.
        private static let dead = "http://127.0.0.1:1/tiny-1.0.tar"

        @Test func `a source with a wrong digest is reported, and nothing is built`() async throws {
            let space = try TestSpace()
            let library = SmallLibrary(digest: String(repeating: "0", count: 64))
            try await library.install(in: space)
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 4)
            let (wrong, right) = (String(repeating: "0", count: 64), try space.sha256(library.archive))
            let message = "`\(library.archive)`: expected sha256 \(wrong), found \(right)"
            #expect(
                space.talk(output) == """
                    note: \(message)
                    error: fetch tiny 1.0 failed
                      error: no location had the file: \(message)
                    log: store/cas/DIGEST
                    1 failed, \(SmallLibrary.steps - 1) skipped in TIME

                    """)
            #expect(!space.exists("dist"))
        }

        @Test func `an unreachable mirror is reported in one line`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(firstSource: ["url: \(Self.dead)", "sha256: \(String(repeating: "a", count: 64))"])
                .install(in: space)
            let output = try await space.xbuild("recipe", "tiny", environment: ["XBUILD_OFFLINE": ""])
            #expect(output.status == 0)
            #expect(output.out == "dist/tiny-1.0\n")
            let lines = output.err.split(separator: "\n").filter { $0.contains(Self.dead) }
            #expect(lines.count == 1)
            #expect(lines.first?.contains("no connection: ") == true)
        }

        @Test func `a missing source gives exit status 4`() async throws {
            let space = try TestSpace()
            let library = SmallLibrary(firstSource: [
                "url: \(Self.dead)", "mirrors: [http://127.0.0.1:1/other.tar]",
                "sha256: \(String(repeating: "a", count: 64))",
            ])
            try await library.install(in: space)
            try space.remove(library.archive)
            let output = try await space.xbuild("recipe", "tiny", environment: ["XBUILD_OFFLINE": ""])
            #expect(output.status == 4)
            let error = output.err.split(separator: "\n").first { $0.contains("no location had the file") } ?? ""
            for place in [Self.dead, "http://127.0.0.1:1/other.tar", "no file at `\(space.path(library.archive))`"] {
                #expect(error.contains(place))
            }
        }

        @Test func `the mirror folder is searched first and its files are verified`() async throws {
            let space = try TestSpace()
            let library = SmallLibrary()
            try await library.install(in: space)
            let (digest, bytes) = (
                try space.sha256(library.archive), try Data(contentsOf: space.folder.appending(path: library.archive))
            )
            try space.write("another file", to: "mirror/tiny-1.0.tar")
            let mirror = ["XBUILD_MIRROR": space.path("mirror")]
            let fallback = try await space.xbuild("recipe", "tiny", "--verbose", environment: mirror)
            #expect(fallback.status == 0)
            #expect(fallback.err.contains("`\(space.path("mirror"))`: expected sha256 \(digest), found "))

            try space.remove(library.archive)
            try bytes.write(to: space.folder.appending(path: "mirror/\(digest)"))
            let again = ["--store", space.path("other"), "--output", "from-mirror"]
            let output = try await space.run(
                TestSpace.binary, ["recipe", "tiny"] + again, environment: space.environment.merging(mirror) { $1 })
            #expect(output.status == 0)
            #expect(try space.contents("from-mirror").differences(from: space.contents("dist")) == [])
        }

        @Test func `offline mode never uses the network`() async throws {
            let space = try TestSpace()
            let library = SmallLibrary(firstSource: [
                "debian: { package: libsecp256k1, version: 0.5.0, file: libsecp256k1_0.5.0.orig.tar.xz }",
                "sha256: \(String(repeating: "a", count: 64))",
            ])
            try await library.install(in: space)
            try space.remove(library.archive)
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 4)
            #expect(output.err.contains("`debian libsecp256k1 0.5.0`: needs the network, which is switched off"))
        }

        @Test func `fetched sources build after their original locations are gone`() async throws {
            let space = try TestSpace()
            let library = SmallLibrary()
            try await library.install(in: space)
            let digest = try space.sha256(library.archive)
            let fetched = try await space.xbuild("fetch", "tiny", "--into", "at-hand")
            #expect(fetched.status == 0, "\(fetched.err)")
            #expect(fetched.out == "\(digest)  tiny-1.0.tar\n")
            #expect(space.names(in: "at-hand") == [digest])
            try space.remove(library.archive)
            let without = try await space.xbuild("fetch", "tiny", "--into", "elsewhere")
            #expect(without.status == 4)
            let output = try await space.xbuild("recipe", "tiny", environment: ["XBUILD_MIRROR": "at-hand"])
            #expect(output.status == 0, "\(output.err)")
        }

        @Test func `a path outside the recipe's folder is refused`() async throws {
            let space = try TestSpace()
            let library = SmallLibrary()
            try await library.install(in: space)
            let recipe = try space.read(library.recipe)
            for path in ["../other/tiny-1.0.tar", "/tmp/tiny-1.0.tar"] {
                try space.write(recipe.replacing("path: tiny-1.0.tar", with: "path: \(path)"), to: library.recipe)
                let output = try await space.xbuild("recipe", "tiny")
                #expect(output.status == 3)
                #expect(output.err.hasPrefix("checkout/recipes/tiny/recipe.yaml:7:15: error: "), "\(output.err)")
            }
        }

        @Test(arguments: [
            ("a parent folder", "archive.addfile(named('tiny-1.0/../../escaped'), text)"),
            ("an absolute path", "archive.addfile(named('/tmp/xbuild-escaped'), text)"),
            (
                "a link to a path outside the archive",
                "link = named('tiny-1.0/out'); link.type = tarfile.SYMTYPE; link.linkname = '../../..'; "
                    + "link.size = 0; archive.addfile(link)"
            ),
            (
                "a device",
                "device = named('tiny-1.0/null'); device.type = tarfile.CHRTYPE; device.size = 0; "
                    + "archive.addfile(device)"
            ),
            (
                "names that differ in case only",
                "archive.addfile(named('tiny-1.0/a'), text); archive.addfile(named('tiny-1.0/A'), text)"
            ),
            ("a truncated archive", "cut = True"),
        ])
        func `an archive with a forbidden entry or a missing end is refused`(what: String, program: String) async throws
        {
            let space = try TestSpace()
            let library = SmallLibrary()
            try await library.install(in: space)
            let script = """
                import io, sys, tarfile
                text = io.BytesIO(b"x"); cut = False
                def named(path):
                    info = tarfile.TarInfo(path); info.size = 1; text.seek(0); return info
                with tarfile.open(sys.argv[1], "a") as archive:
                    \(program)
                if cut:
                    import os; os.truncate(sys.argv[1], 1000)
                """
            let made = try await space.run("python3", ["-c", script, space.path(library.archive)])
            #expect(made.status == 0, "\(made.err)")
            let recipe = try space.read(library.recipe)
            try space.write(
                recipe.replacing(/sha256: .*/, with: "sha256: \(try space.sha256(library.archive))"), to: library.recipe
            )
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 4, "\(what): \(output.err)")
            #expect(output.err.contains("error: fetch tiny 1.0 failed\n  error: "))
            #expect(!FileManager.default.fileExists(atPath: "/tmp/xbuild-escaped"))
            #expect(space.names(in: "").filter { !["checkout", "pack", "store"].contains($0) } == [])
            #expect(space.names(in: "store/tmp") == [])
        }
    }
}
