import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// A sysroot whose C library lacks a function that its headers declare.
    struct LackingFunctionTests {
        /// Copies the parts of a wheel for Apple's sysroots. `libSystem.tbd` gets another name for `strerror`.
        private static let program = #"""
            import re, sys, zipfile
            source, target = zipfile.ZipFile(sys.argv[1]), zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED)
            for entry in source.infolist():
                if "/darwin/" in entry.filename or "/any-macos-any/" in entry.filename:
                    content = source.read(entry)
                    if entry.filename.endswith("libSystem.tbd"):
                        content = re.sub(rb"\b_strerror\b", b"_strerror_is_absent", content)
                    target.writestr(entry.filename, content)
            target.close()

            """#

        @Test func `a stub without 'strerror' is noticed in a build`() async throws {
            try await SeedStore.isFetched.value
            let space = try TestSpace()
            let script = SmallLibrary.script + AnswersTests.checks
            try await SmallLibrary(files: ["configure": script], targets: "[macos-arm64]").install(in: space)
            let toolchain = "\(SmallLibrary.home)/toolchains/apple-stub.yaml"
            let text = try space.read(toolchain)
            let digest = try #require(text.firstMatch(of: /sha256: (\w+)\n\s+size: (\d+)/))
            try space.write("", to: "mirror/wheel")
            let made = try await space.run(
                "python3",
                ["-c", Self.program, "\(SeedStore.mirror)/\(digest.1)", space.path("mirror/wheel")])
            try #require(made.status == 0, "\(made.err)")
            let sha256 = try space.sha256("mirror/wheel")
            let size = try Data(contentsOf: space.folder.appending(path: "mirror/wheel")).count
            try FileManager.default.moveItem(
                atPath: space.path("mirror/wheel"), toPath: space.path("mirror/\(sha256)"))
            try space.remove(toolchain)
            try space.write(
                text.replacing(digest.1, with: sha256).replacing("size: \(digest.2)", with: "size: \(size)"),
                to: toolchain)
            let output = try await space.xbuild(
                "recipe", "tiny", environment: ["XBUILD_MIRROR": space.path("mirror")])
            #expect(output.status == 5, "\(output.err)")
            #expect(output.err.contains("`configure.log` for `macos-arm64`: the check"), "\(output.err)")
            #expect(output.err.contains("`strerror`"), "\(output.err)")
        }
    }
}
