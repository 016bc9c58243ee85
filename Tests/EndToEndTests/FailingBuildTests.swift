import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// The messages and files of a failed build.
    struct FailingBuildTests {
        /// `two.c` compiles unless the macro `BROKEN` is defined.
        private static let fragile = [
            "two.c": """
            #include "tiny.h"
            #ifdef BROKEN
            int tiny_two(int left) { return lefty; }
            #else
            int tiny_two(int left) { return left; }
            #endif

            """
        ]

        /// Returns the rest of the first line that begins with these words.
        private func rest(after words: String, in talk: String) throws -> String {
            let line = try #require(talk.split(separator: "\n").first { $0.hasPrefix(words) })
            return String(line.dropFirst(words.count))
        }

        @Test func `a compiler error is shown with target, log and build folder`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(files: Self.fragile, build: ["defines: BROKEN"]).install(in: space)
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 1)
            #expect(output.out == "")
            #expect(
                space.talk(output) == """
                    error: linux-gnu-x86_64: build tiny 1.0 exited with status 2
                      ../source/two.c:3:33: error: use of undeclared identifier 'lefty'; did you mean 'left'?
                          3 | int tiny_two(int left) { return lefty; }
                            |                                 ^~~~~
                            |                                 left
                    log: store/xbuild-work/RUN/ACTION/log
                    build folder kept: store/xbuild-work/RUN/ACTION
                    1 built, 1 failed, \(SmallLibrary.steps - 2) skipped in TIME

                    """)
            let log = try String(contentsOfFile: rest(after: "log: ", in: output.err), encoding: .utf8)
            #expect(log.contains("error: use of undeclared identifier"))
            let folder = try rest(after: "build folder kept: ", in: output.err)
            for file in ["run.sh", "source/two.c", "build/Makefile", "build/one.o"] {
                #expect(FileManager.default.fileExists(atPath: "\(folder)/root/\(file)"), "\(file)")
            }
            #expect(!space.exists("dist"))
        }

        @Test func `the script in a kept build folder can be run manually`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(files: Self.fragile, build: ["defines: BROKEN"]).install(in: space)
            let output = try await space.xbuild("recipe", "tiny")
            let folder = try rest(after: "build folder kept: ", in: output.err) + "/root"
            try FileManager.default.removeItem(atPath: folder + "/build")
            let broken = try await TestProgram.run("sh", ["run.sh"], in: URL(filePath: folder), environment: [:])
            #expect(broken.status == 2)
            #expect(broken.err.contains("undeclared identifier 'lefty'"))
            let script = try String(contentsOfFile: folder + "/run.sh", encoding: .utf8)
            try script.replacing("-DBROKEN", with: "-DMENDED").write(
                toFile: folder + "/run.sh", atomically: true, encoding: .utf8)
            let mended = try await TestProgram.run("sh", ["run.sh"], in: URL(filePath: folder), environment: [:])
            #expect(mended.status == 0)
            #expect(FileManager.default.fileExists(atPath: folder + "/prefix/lib/libtiny.a"))
        }

        @Test func `the failing configure check is extracted from its log`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            var library = SmallLibrary(usesAutoconf: true, targets: "[macos-arm64]")
            library.files["configure.ac"] = """
                AC_INIT([tiny], [1.0])
                AM_INIT_AUTOMAKE([foreign no-dependencies])
                AC_PROG_CC
                AM_PROG_AR
                AC_PROG_RANLIB
                AC_CHECK_FUNC([memcpy], [], [AC_MSG_ERROR([there is no memcpy])])
                AC_CHECK_FUNC([no_such_function], [], [AC_MSG_ERROR([there is no such function])])
                AC_CONFIG_FILES([Makefile tiny_config.h])
                AC_OUTPUT

                """
            try await library.install(in: space)
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 1)
            let report = space.talk(output).split(separator: "\n").map(String.init)
            #expect(report.first == "error: macos-arm64: build tiny 1.0 exited with status 1")
            #expect(report[1].contains(/^  configure:\d+: checking for no_such_function$/))
            #expect(report.contains { $0.contains("_no_such_function") })
            #expect(report.contains { $0.contains(/^  configure:\d+: error: there is no such function$/) })
            let folder = try rest(after: "build folder kept: ", in: output.err)
            #expect(FileManager.default.fileExists(atPath: folder + "/root/build/config.log"))
        }

        @Test func `after a failed build, the next run keeps the results of other targets`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            var library = SmallLibrary(files: Self.fragile, targets: "[macos-arm64, linux-gnu-x86_64, ios-arm64]")
            library.more = ["when:", "  - platform: linux", "    defines: BROKEN"]
            try await library.install(in: space)
            let broken = try await space.xbuild("recipe", "tiny", "--keep-going", "--events", "broken.json")
            #expect(broken.status == 1)
            #expect(try space.events("broken.json").finished(.built).contains("macos-arm64: build tiny 1.0"))
            #expect(try space.events("broken.json").finished(.built).contains("ios-arm64: build tiny 1.0"))
            let kept = try rest(after: "build folder kept: ", in: broken.err)

            library.more = []
            try await library.install(in: space)
            let mended = try await space.xbuild("recipe", "tiny", "--keep-going", "--events", "mended.json")
            #expect(mended.status == 0)
            let built = try space.events("mended.json").finished(.built).filter { $0.contains("build tiny") }
            #expect(built == ["linux-gnu-x86_64: build tiny 1.0"])
            // The kept folder is removed when its step runs again.
            #expect(!FileManager.default.fileExists(atPath: kept))
        }

        /// Even with one job, the build of the other target starts while the first waits at the configure barrier.
        @Test func `after a failure without --keep-going, running steps finish and no others start`() async throws {
            let space = try TestSpace()
            var library = SmallLibrary(files: Self.fragile, targets: "[linux-gnu-x86_64, linux-gnu-aarch64]")
            library.more = ["when:", "  - { platform: linux, architecture: x86_64, defines: BROKEN }"]
            try await library.install(in: space)
            let output = try await space.xbuild("recipe", "tiny", "--jobs", "1", "--events", "events.json")
            #expect(output.status == 1)
            let built = try space.events("events.json").finished(.built)
            #expect(Set(built).isSubset(of: ["fetch tiny 1.0", "linux-gnu-aarch64: build tiny 1.0"]))
        }

        @Test(arguments: [
            (
                "a wrong minimum version", "[macos-x86_64]", ["cflags: --target=x86_64-apple-macosx10.15"],
                "macos-x86_64", "minimum version: expected 10.13, found 10.15"
            ),
            (
                "a wrong platform", "[ios-simulator-arm64]", ["cflags: --target=arm64-apple-ios14.0"],
                "ios-simulator-arm64", "platform: expected "
            ),
            (
                "a wrong architecture", "[macos-x86_64]", ["cflags: --target=arm64-apple-macosx11.0"],
                "macos-x86_64", "architecture: expected x86_64, found arm64"
            ),
            (
                "unrequested bitcode", "[ios-arm64]", ["cflags: -fembed-bitcode-marker"],
                "ios-arm64", "bitcode: expected none, found marker"
            ),
            (
                "a build path", "[linux-gnu-x86_64]", ["defines: PLACE=__FILE__"],
                "linux-gnu-x86_64", "build path: "
            ),
            (
                "an undefined symbol", "[linux-gnu-x86_64]", ["defines: NEEDS=elsewhere"],
                "linux-gnu-x86_64", "undefined symbol: expected a definition of `elsewhere`, found none"
            ),
        ])
        func `an object that does not match its target fails the audit`(
            what: String, targets: String, build: [String], target: String, fault: String
        ) async throws {
            let space = try TestSpace()
            if !targets.contains("linux") { try await SeedStore.plant(in: space) }
            var library = SmallLibrary(targets: targets, build: build)
            library.files["three.c"] = """
                #include "tiny.h"
                #ifdef PLACE
                const char *tiny_three(void) { return "/xbuild/source/" PLACE; }
                #elif defined NEEDS
                int NEEDS(int);
                int tiny_three(int left) { return NEEDS(left); }
                #endif

                """
            try await library.install(in: space)
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 5, "\(output.err)")
            let line = output.err.split(separator: "\n").first { $0.contains("error: `slices/") } ?? ""
            #expect(line.contains("for `\(target)`: \(fault)"), "\(output.err)")
            #expect(!space.exists("dist"))
        }
    }
}
