import Actions
import Basics
import Packaging
import Steps
import Targets
import TestSupport
import Testing

@Suite(.tags(.process)) struct DistTests {
    private static let targets = ["macos-arm64", "linux-gnu-x86_64"].map(Target.named)

    private static let texts = [
        "lib/macos/libfoo.a": "fat", "include/foo.h": "int foo(void);\n", "include/module.modulemap": "module Foo {}\n",
        "licenses/COPYING": "MIT\n", "slices/macos-arm64/lib/libfoo.a": "mac",
        "slices/macos-arm64/lib/libfoo.la": "libtool",
        "slices/macos-arm64/lib/pkgconfig/foo.pc": "prefix=/xbuild/out\n",
        "slices/macos-arm64/include/foo.h": "int foo(void);\n", "slices/macos-arm64/bin/foo": "program",
        "slices/macos-arm64/share/man/foo.1": "manual", "slices/linux-gnu-x86_64/lib/libfoo.a": "linux",
        "slices/linux-gnu-x86_64/share/pkgconfig/foo.pc": "prefix=/xbuild/out\nLibs.private: -lm\n",
        "slices/linux-gnu-x86_64/lib/cmake/foo/foo.cmake": "set(X /xbuild/src)",
        "slices/linux-gnu-x86_64/lib/cmake/foo/good.cmake": "set(X 1)",
    ]

    private static let hash = String(repeating: "ab", count: 32)

    private func parameters(reversed: Bool = false) throws -> Dist.Parameters {
        let hash = try #require(SHA256Value(hex: Self.hash))
        let targets = Self.targets.map { target in
            TargetRecord(
                target: target, triple: target.triple(minimum: OSVersion(11)),
                minimumVersion: target.platform == .macOS ? OSVersion(11) : nil,
                flags: ["CFLAGS": ["-O2", "-isysroot", "/xbuild/sysroot"], "LDFLAGS": []],
                configure: ["--prefix=/xbuild/out", "--disable-shared"], toolchain: "swift-clang")
        }
        let inputs = [
            InputRecord(kind: .toolchain, name: "swift-clang", sha256: hash),
            InputRecord(
                kind: .source, name: "foo-1.2.tar.gz", sha256: hash, size: 12, url: "https://example.org/foo-1.2.tar.gz"
            ),
        ]
        return Dist.Parameters(
            name: "foo", version: try #require(Version("1.2")), license: "MIT", module: "Foo",
            targets: reversed ? targets.reversed() : targets, inputs: reversed ? inputs.reversed() : inputs,
            buildRoots: ["/xbuild/", "/"])
    }

    @Test func `the output contains libraries, headers and licenses, but no build path`() async throws {
        let run = StepRun()
        let outcome = try await run.run(Dist.self, parameters(), run.tree(Self.texts))
        let texts = try run.texts(outcome)
        #expect(
            texts.keys.sorted() == [
                "dist/foo-1.2/include/foo.h", "dist/foo-1.2/include/module.modulemap",
                "dist/foo-1.2/lib/macos/libfoo.a",
                "dist/foo-1.2/licenses/COPYING", "dist/foo-1.2/manifest.json",
                "dist/foo-1.2/prefixes/linux-gnu-x86_64/lib/cmake/foo/good.cmake",
                "dist/foo-1.2/prefixes/linux-gnu-x86_64/lib/libfoo.a",
                "dist/foo-1.2/prefixes/linux-gnu-x86_64/lib/pkgconfig/foo.pc",
                "dist/foo-1.2/prefixes/macos-arm64/include/foo.h", "dist/foo-1.2/prefixes/macos-arm64/lib/libfoo.a",
                "dist/foo-1.2/prefixes/macos-arm64/lib/pkgconfig/foo.pc",
            ])
        #expect(
            texts["dist/foo-1.2/prefixes/linux-gnu-x86_64/lib/pkgconfig/foo.pc"]
                == "prefix=${pcfiledir}/../..\nLibs: -lm\n")
        #expect(texts.values.allSatisfy { !$0.contains("/xbuild") })
        #expect(
            run.lines == [
                "`linux-gnu-x86_64`: `lib/cmake/foo/foo.cmake` contains `/xbuild` and is left out", "11 files",
            ])
    }

    @Test func `the manifest lists every file, input and target`() async throws {
        let run = StepRun()
        let texts = ["slices/macos-arm64/lib/libfoo.a": "mac", "licenses/COPYING": "MIT\n"]
        var parameters = try parameters()
        parameters.targets.removeLast()
        let outcome = try await run.run(Dist.self, parameters, run.tree(texts))
        #expect(try run.texts(outcome)["dist/foo-1.2/manifest.json"] == Self.manifest)
    }

    private static let manifest = """
        {
          "files": [
            {
              "path": "licenses/COPYING",
              "sha256": "\(Digest(of: Array("MIT\n".utf8)).hash)",
              "size": 4
            },
            {
              "path": "prefixes/macos-arm64/lib/libfoo.a",
              "sha256": "\(Digest(of: Array("mac".utf8)).hash)",
              "size": 3
            }
          ],
          "inputs": [
            {
              "kind": "source",
              "name": "foo-1.2.tar.gz",
              "sha256": "\(hash)",
              "size": 12,
              "url": "https://example.org/foo-1.2.tar.gz"
            },
            {
              "kind": "toolchain",
              "name": "swift-clang",
              "sha256": "\(hash)"
            }
          ],
          "license": "MIT",
          "module": "Foo",
          "name": "foo",
          "schema": 1,
          "targets": [
            {
              "configure": ["--prefix=$ROOT/out", "--disable-shared"],
              "flags": {
                "CFLAGS": ["-O2", "-isysroot", "$ROOT/sysroot"],
                "LDFLAGS": []
              },
              "minimumVersion": "11.0",
              "target": "macos-arm64",
              "toolchain": "swift-clang",
              "triple": "arm64-apple-macosx11.0"
            }
          ],
          "version": "1.2"
        }

        """

    @Test func `the manifest contains the digests that sha256sum prints`() async throws {
        let run = StepRun()
        let bench = try ToolBench()
        try run.write(try await run.run(Dist.self, parameters(), run.tree(Self.texts)), to: bench)
        let manifest = String(decoding: try bench.bytes("dist/foo-1.2/manifest.json"), as: UTF8.self)
        let sums = try bench.tool(
            "sh", "-c", "cd dist/foo-1.2 && find . -type f ! -name manifest.json | xargs sha256sum")
        let lines = sums.split(separator: "\n")
        #expect(lines.count == 10)
        for line in lines { #expect(manifest.contains("\"\(line.prefix(64))\""), "\(line)") }
    }

    @Test func `the order of targets and inputs does not change the output`() async throws {
        let run = StepRun()
        let first = try await run.run(Dist.self, parameters(), run.tree(Self.texts))
        let second = try await run.run(Dist.self, parameters(reversed: true), run.tree(Self.texts))
        #expect(first.outputs == second.outputs)
    }

    @Test func `a target's prefix contains only its slice of a fat archive`() async throws {
        let bench = try ToolBench()
        try bench.archive("arm64.a", ["a": "int a;"], triple: "arm64-apple-macosx11.0")
        try bench.archive("x86_64.a", ["a": "int a;"], triple: "x86_64-apple-macosx11.0")
        try bench.tool("llvm-lipo-22", "-create", "arm64.a", "x86_64.a", "-output", "fat.a")
        let run = StepRun()
        let inputs = Directory(files: ["slices/macos-arm64/lib/libfoo.a": run.file(try bench.bytes("fat.a"))])
        var parameters = try parameters()
        parameters.targets.removeLast()
        let files = try run.files(try await run.run(Dist.self, parameters, inputs))
        #expect(files["dist/foo-1.2/prefixes/macos-arm64/lib/libfoo.a"] == (try bench.bytes("arm64.a")))
    }

    @Test func `two pkg-config files with the same name fail the step, and so does a missing slice`() async throws {
        let run = StepRun()
        var texts = Self.texts
        texts["slices/macos-arm64/share/pkgconfig/foo.pc"] = "prefix=/p\n"
        #expect(try await run.run(Dist.self, parameters(), run.tree(texts)).failure == .build)
        #expect(
            run.lines.last == "error: `slices/macos-arm64/share/pkgconfig/foo.pc` and "
                + "`slices/macos-arm64/lib/pkgconfig/foo.pc` have the same path")
        let none = texts.filter { !$0.key.hasPrefix("slices/macos") }
        #expect(try await run.run(Dist.self, parameters(), run.tree(none)).failure == .build)
        #expect(run.lines.last == "error: `slices/macos-arm64` does not exist")
    }
}
