import Foundation
import Testing

extension EndToEnd {
    /// Compares the results of configure with the probe linker and with lld: they must be equal for an architecture
    /// that lld supports.
    struct ProbeLinkerTests {
        /// Writes recipes whose builds fail after configure, so that their build folders are kept.
        private static func install(in space: TestSpace) throws {
            try space.write(ProbedLibrary.recipe, to: "\(SmallLibrary.home)/recipes/xz/recipe.yaml")
            try Secp256k1.copy("secp", in: space) { recipe in
                recipe.replacing("  bootstrap: true\n", with: "  bootstrap: true\n  make: no-such-target\n")
                    .replacing("\ntargets: [ios-universal,", with: "\ntargets: [ios-simulator-x86_64] #")
            }
        }

        /// The results of a configure run.
        private struct Answers {
            var folder: String
            var log: String

            func text(_ file: String) throws -> String {
                try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            }
        }

        /// Runs configure with the `probe-ld` beside the given xbuild; returns the results in the kept build folders.
        private static func configure(_ binary: String, store: String, in space: TestSpace) async throws -> [String:
            Answers]
        {
            let output = try await space.run(
                binary, ["recipe", "xz", "secp", "secp@0.2.0", "--keep-going", "--store", store],
                environment: space.environment.merging(["XBUILD_MIRROR": SeedStore.mirror]) { $1 })
            #expect(output.status == 1)
            var answers: [String: Answers] = [:]
            for report in output.err.split(separator: "error: ").dropFirst() {
                let lines = report.split(separator: "\n")
                guard let name = lines.first?.split(separator: "build ").last?.prefix(while: { $0 != " " }),
                    let version = lines.first?.split(separator: " exited").first?.split(separator: " ").last,
                    let kept = lines.first(where: { $0.hasPrefix("build folder kept: ") })
                else { continue }
                let folder = kept.dropFirst("build folder kept: ".count) + "/root/build"
                answers["\(name) \(version)"] = Answers(
                    folder: String(folder),
                    log: (try? String(contentsOfFile: folder + "/config.log", encoding: .utf8)) ?? "")
            }
            return answers
        }

        /// Makes a copy of xbuild with lld in place of the probe linker, and returns its path.
        private static func xbuildWithLLD(in space: TestSpace) async throws -> String {
            let beside = URL(filePath: TestSpace.binary).resolvingSymlinksInPath().deletingLastPathComponent()
            try FileManager.default.createDirectory(atPath: space.path("bin"), withIntermediateDirectories: true)
            for tool in ["xbuild", "lipo"] {
                // `cp` copies the program: if this process wrote the copy, a child process of another test could still
                // have the file open for writing, and the system would refuse to execute it.
                try await space.run("cp", [beside.appending(path: tool).path, space.path("bin/\(tool)")])
            }
            try space.write("#!/bin/sh\nexec /usr/bin/ld64.lld-19 \"$@\"\n", to: "bin/probe-ld")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: space.path("bin/probe-ld"))
            return space.path("bin/xbuild")
        }

        @Test func `configure has the same results with the probe linker as with lld`() async throws {
            let space = try TestSpace()
            try Self.install(in: space)
            try await SeedStore.isFetched.value
            try await SeedStore.isXZFetched.value
            let probed = try await Self.configure(TestSpace.binary, store: "store", in: space)
            let linked = try await Self.configure(Self.xbuildWithLLD(in: space), store: "other", in: space)
            let names = ["secp 0.2.0", "secp 0.5.0", "xz 5.4.1"]
            try #require(probed.keys.sorted() == names)
            try #require(linked.keys.sorted() == names)

            for name in names {
                let (probe, lld) = (try #require(probed[name]), try #require(linked[name]))
                // Only config.log contains folders and times; the other files depend only on configure's results.
                let differences = try FolderContents(probe.folder).differences(from: FolderContents(lld.folder))
                let lines = try await space.run("diff", [probe.folder + "/Makefile", lld.folder + "/Makefile"])
                #expect(differences == ["config.log"], "\(name): \(lines.out)")
                #expect(answers(in: probe.log) == answers(in: lld.log), "\(name)")
                #expect(answers(in: probe.log).count > 40, "\(name)")
            }
            // The error messages show that two different linkers ran.
            #expect(probed["xz 5.4.1"]?.log.contains("ld64.lld: error: undefined symbol: _iconv\n") == true)
            #expect(linked["xz 5.4.1"]?.log.contains("ld64.lld-19: error: undefined symbol: ") == true)
            for (name, file) in [("secp 0.2.0", "src/libsecp256k1-config.h"), ("xz 5.4.1", "config.h")] {
                let (probe, lld) = (try #require(probed[name]), try #require(linked[name]))
                #expect(try probe.text(file) == lld.text(file))
                #expect(try probe.text(file).contains("#define HAVE_"))
            }
        }

        /// Returns configure's cached results.
        private func answers(in log: String) -> [Substring] {
            log.split(separator: "\n").filter { $0.contains(/^[a-z]+_cv_\w+=/) }
        }
    }
}

/// A library whose configure script the tests run.
enum ProbedLibrary {
    /// xz, from Debian's own archive: its configure makes some 250 checks.
    static let recipe = """
        name: xz
        summary: a larger package
        license: LicenseRef-public-domain
        versions:
          5.4.1:
            sources:
              - debian: { package: xz-utils, version: 5.4.1, file: xz-utils_5.4.1.orig.tar.xz, suite: bookworm }
                sha256: 5d9827aa1875b21c288f78864bb26d2650b436ea8d2cad364e4921eb6266a5a5
        build:
          system: autotools
          configure: --disable-shared
          make: no-such-target
        targets: [macos-arm64]
        products:
          libraries: [liblzma.a]
          headers: [lzma.h]
          module: lzma
        licenses: [COPYING]

        """
}
