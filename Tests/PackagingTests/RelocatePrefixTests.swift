import Actions
import Basics
import Packaging
import Steps
import Targets
import TestSupport
import Testing

@Suite struct RelocatePrefixTests {
    private let target = Target.named("linux-gnu-x86_64")

    private func texts(_ files: [String: String]) async throws -> [String: String] {
        let run = StepRun()
        let slice = Dictionary(uniqueKeysWithValues: files.map { ("slices/linux-gnu-x86_64/\($0.key)", $0.value) })
        let outcome = try await run.run(
            RelocatePrefix.self, .init(target: target, buildRoots: ["/xbuild"]), run.tree(slice))
        return try run.texts(outcome)
    }

    @Test func `the prefix contains headers, archives and relocated pkg-config files, but no programs`() async throws {
        let texts = try await texts([
            "include/z.h": "int z;\n", "lib/libz.a": "archive", "lib/libz.la": "libdir='/usr/local/lib'",
            "lib/pkgconfig/zlib.pc": "prefix=/usr/local\nLibs: -L/usr/local/lib -lz\n", "bin/z": "program",
            "share/pkgconfig/data.pc": "prefix=/usr/local\n",
        ])
        #expect(
            texts == [
                "prefix/include/z.h": "int z;\n", "prefix/lib/libz.a": "archive",
                "prefix/lib/pkgconfig/zlib.pc": "prefix=${pcfiledir}/../..\nLibs: -L${prefix}/lib -lz\n",
                "prefix/lib/pkgconfig/data.pc": "prefix=${pcfiledir}/../..\n",
            ])
    }

    @Test func `a library without headers still has an include folder`() async throws {
        let run = StepRun()
        let outcome = try await run.run(
            RelocatePrefix.self, .init(target: target, buildRoots: []),
            run.tree(["slices/linux-gnu-x86_64/lib/libz.a": "archive"]))
        guard case .directory(let prefix) = outcome.outputs["prefix"] else {
            Issue.record("no prefix")
            return
        }
        #expect(prefix.entries.map(\.name) == ["include", "lib"])
    }
}
