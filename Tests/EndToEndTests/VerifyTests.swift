import Foundation
import Testing

extension EndToEnd {
    /// `xbuild verify --twice`: differences between two builds are reported.
    struct VerifyTests {
        struct Difference: Sendable, CustomTestStringConvertible {
            var testDescription: String
            /// The command that the build's script runs when it installs.
            var command: String
            /// The reported difference, as a pattern.
            var reported: String
        }

        private static let differences = [
            Difference(
                testDescription: "a random number in an object",
                command: """
                    echo "const unsigned tiny_seed = $(od -An -N4 -tu4 /dev/urandom);" >seed.c
                    $CC $CFLAGS -c seed.c -o seed.o && $AR crs "$DESTDIR$PREFIX/lib/libtiny.a" seed.o
                    """,
                reported: #"prefixes/linux-gnu-x86_64/lib/libtiny\.a: member `seed\.o`, section `\.rodata`, byte \d"#),
            Difference(
                testDescription: "the time in a header",
                command: "echo \"/* $(date +%s%N) */\" >>\"$DESTDIR$PREFIX/include/tiny.h\"",
                reported: #"include/tiny\.h: byte \d+"#),
            Difference(
                testDescription: "the folder in an object",
                command: """
                    echo "const unsigned tiny_seed = $(pwd | cksum | cut -d ' ' -f 1)u;" >seed.c
                    $CC $CFLAGS -c seed.c -o seed.o && $AR crs "$DESTDIR$PREFIX/lib/libtiny.a" seed.o
                    """,
                reported: #"prefixes/linux-gnu-x86_64/lib/libtiny\.a: member `seed\.o`, section `\.rodata`, byte \d"#),
        ]

        private static func library(_ command: String) throws -> SmallLibrary {
            var library = try #require(BuildSystemTests.libraries.last)
            library.targets = "[linux-gnu-x86_64]"
            library.besides["tiny.sh"] = BuildSystemTests.script.replacing("# more\n", with: command + "\n")
            return library
        }

        @Test(arguments: differences)
        func `a difference between the builds is reported, with exit status 5`(difference: Difference) async throws {
            let space = try TestSpace()
            try await Self.library(difference.command).install(in: space)
            let output = try await space.xbuild("verify", "--twice", "script")
            #expect(output.status == 5, "\(output.err)")
            let pattern = try Regex("^script-1\\.0/\(difference.reported)$").anchorsMatchLineEndings()
            #expect(output.out.contains(pattern), "\(output.out)")
            #expect(output.out.contains("script-1.0/manifest.json: byte "))
            #expect(output.err.contains(try Regex(#"\n[23] of \d+ paths differ\n$"#)), "\(output.err)")
            #expect(!space.exists("dist"))
        }

        @Test func `two equal builds are reported as equal`() async throws {
            let space = try TestSpace()
            try await Self.library(":").install(in: space)
            let output = try await space.xbuild("verify", "--twice", "script", "--keep", "kept")
            #expect(output.status == 0 && output.out == "", "\(output.out)\(output.err)")
            #expect(output.err.contains(try Regex(#"\n0 of \d\d+ paths differ\n$"#)), "\(output.err)")
            #expect(try space.contents("kept/first/script-1.0") == space.contents("kept/second/script-1.0"))
            // Each build uses a separate store, not the user's store.
            #expect(!space.exists("store/ac"))
            #expect(space.names(in: "kept").contains("second-of-two"))
            let again = try await space.xbuild("verify", "--twice", "script", "--keep", "kept")
            #expect(again.status == 2 && again.err.hasPrefix("error: `kept` is not empty\n"))
        }

        @Test func `verify has the exit status of a failing build, and requires --twice`() async throws {
            let space = try TestSpace()
            try await Self.library("exit 1").install(in: space)
            let output = try await space.xbuild("verify", "--twice", "script")
            #expect(output.status == 1 && output.err.contains("error: the install step failed"), "\(output.err)")
            let bare = try await space.xbuild("verify", "script")
            #expect(bare.status == 2 && bare.err.hasPrefix("error: `--twice` is required"), "\(bare.err)")
        }
    }
}
