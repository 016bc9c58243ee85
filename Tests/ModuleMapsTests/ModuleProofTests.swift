import Basics
import TestSupport
import Testing
import Targets

@testable import ModuleMaps

/// Compiles module maps with a real clang.
@Suite(.tags(.process)) struct ModuleProofTests {
    /// Returns a library in which `config.h` differs between targets, some targets lack `apple.h`, `bare.h` needs
    /// `types.h`, `posix.h` does not compile for Windows, and `lib.h` includes clang's own `stdint.h`.
    private static func slices() -> [Target: [RelativePath: String]] {
        var result: [Target: [RelativePath: String]] = [:]
        for target in Target.all {
            let width = target.architecture.pointerWidth
            result[target] = [
                "lib.h":
                    "#ifndef LIB\n#define LIB\n#include <stdint.h>\n#include \"lib/config.h\"\nuint64_t f(void);\n#endif\n",
                "lib/config.h": "#ifndef CONFIG\n#define CONFIG\n#define LIB_WIDTH \(width)\n#endif\n",
                "lib/types.h": "#ifndef TYPES\n#define TYPES\ntypedef int lib_type;\n#endif\n",
                "lib/bare.h": "lib_type bare(void);\n",
                "lib/posix.h": "#ifdef _WIN32\n#error no posix\n#endif\nint posix(void);\n",
            ]
            if target.platform.isApple { result[target]?["lib/apple.h"] = "int apple(void);\n" }
        }
        return result
    }

    private static let request = ModuleName("Lib").map { ModuleMapRequest(name: $0, links: ["lib"]) }

    private func library(targets: [Target]) throws -> (bench: Workbench, map: ModuleMap, origins: [HeaderOrigin]) {
        let merged = try HeaderMerger(slices: Self.slices()).merged()
        let bench = try Workbench(["scratch/keep": "", "check-headers.sh": HeaderCheck.script])
        for (path, file) in merged.files {
            switch file {
            case .common(let text), .dispatch(let text, _), .variant(let text, _, _):
                try bench.write(text, to: "include/\(path)")
            }
        }
        var reports: [Target: HeaderReport] = [:]
        for target in targets {
            let words = freestandingClang(target).map { Argument(stringLiteral: $0) }
            let arguments = HeaderCheck.arguments(
                script: "check-headers.sh", include: "include", report: "report.txt", compiler: words)
            #expect(try bench.run(arguments).status == 0)
            reports[target] = try HeaderReport(parsing: bench.read("report.txt"))
        }
        let request = try #require(Self.request)
        let map = try ModuleMapWriter(request: request, origins: merged.origins, reports: reports).written()
        try bench.write(map.text, to: "include/module.modulemap")
        return (bench, map, merged.origins)
    }

    private func proof(_ target: Target) -> ModuleProof {
        ModuleProof(
            compiler: freestandingClang(target).map { Argument(stringLiteral: $0) }, include: "include",
            scratch: "scratch")
    }

    @Test func `two modules that include each other fail the proof`() throws {
        let target = try #require(Target("linux-gnu-x86_64"))
        let bench = try Workbench([
            "scratch/keep": "", "include/module.modulemap": "module Lib { header \"lib.h\" export * }\n",
            "include/lib.h": "#include \"other.h\"\nint lib(void);\n",
            "other/module.modulemap": "module Other { header \"other.h\" export * }\n",
            "other/other.h": "int other(void);\n",
        ])
        var proof = proof(target)
        proof.compiler += ["-I", "other"]
        let module = try #require(ModuleName("Lib"))
        #expect(try bench.run(proof.moduleArguments(module)).status == 0)
        try bench.write("#include \"lib.h\"\nint other(void);\n", to: "other/other.h")
        let result = try bench.run(proof.moduleArguments(module))
        #expect(result.status != 0 && result.output.contains("cyclic dependency in module"), "\(result.output)")
    }

    /// The keywords of module maps, and one other word.
    @Test(arguments: ModuleMapWriter.keywords.sorted().filter { ModuleName($0) != nil } + ["config"])
    func `a keyword of module maps can be a module's name`(_ word: String) throws {
        let name = try #require(ModuleName(word))
        let origins = [HeaderOrigin(path: "a.h", kind: .common)]
        let map = try ModuleMapWriter(request: ModuleMapRequest(name: name), origins: origins, reports: [:]).written()
        let bench = try Workbench(
            ["scratch/keep": "", "include/a.h": "int a(void);\n", "include/module.modulemap": map.text])
        let result = try bench.run(proof(Target.named("linux-gnu-x86_64")).moduleArguments(name))
        #expect(result.status == 0, "\(result.output)")
    }

    private static let checked = ["macos-arm64", "ios-armv7", "linux-gnu-x86_64", "windows-msvc-x86_64"]

    @Test func `the map lists the expected headers and compiles for every target`() throws {
        let (bench, map, _) = try library(targets: Self.checked.map(Target.named))
        #expect(
            map.text == """
                module Lib [system] {
                    header "lib.h"
                    header "lib/apple.h"
                    header "lib/config.h"
                    header "lib/types.h"
                    header "lib/bare.h"
                    textual header "lib/apple-apple.h"
                    textual header "lib/config-arm64_and_5_more.h"
                    textual header "lib/config-armv7_and_5_more.h"
                    textual header "lib/posix.h"
                    link "lib"
                    export *
                }

                """)
        for target in Target.all {
            let result = try bench.run(proof(target).moduleArguments(try #require(ModuleName("Lib"))))
            #expect(result.status == 0, "\(target): \(result.output)")
        }
    }

    @Test(arguments: checked)
    func `an importer gets the macros of its own target's variant`(name: String) throws {
        let target = Target.named(name)
        let (bench, _, _) = try library(targets: Self.checked.map(Target.named))
        try bench.write(
            """
            #include <lib/bare.h>
            _Static_assert(LIB_WIDTH == \(target.architecture.pointerWidth), "width");
            lib_type g(void) { return (lib_type)f(); }
            """, to: "t.c")
        let result = try bench.run(
            freestandingClang(target) + [
                "-fmodules", "-fmodules-cache-path=cache", "-I", "include", "-Wall", "-Werror", "-c", "-o", "t.o",
                "t.c",
            ])
        #expect(result.status == 0, "\(result.output)")
        #expect(try !bench.run(["find", "cache", "-name", "Lib-*.pcm"]).output.isEmpty, "no module was built")
    }

    @Test func `Swift on the host imports functions, types and the variant's macros`() throws {
        let (bench, _, _) = try library(targets: Self.checked.map(Target.named))
        try bench.write(
            """
            import Lib
            let width: Int32 = LIB_WIDTH
            let answer: (lib_type, UInt64) = (bare(), f())
            """, to: "main.swift")
        let result = try bench.run(["swiftc", "-typecheck", "-I", "include", "main.swift"])
        #expect(result.status == 0, "\(result.output)")
    }

    @Test func `clang refuses a module whose headers are not in the writer's order`() throws {
        let (bench, map, _) = try library(targets: [.named("macos-arm64")])
        let bare = "    header \"lib/bare.h\"\n"
        let first = map.text.replacing(bare, with: "").replacing(
            "    header \"lib.h\"", with: bare + "    header \"lib.h\"")
        try bench.write(first, to: "include/module.modulemap")
        let name = try #require(ModuleName("Lib"))
        let result = try bench.run(proof(.named("macos-arm64")).moduleArguments(name))
        #expect(result.status != 0)
        #expect(result.output.contains("lib_type"))
    }

    @Test func `the proof's command line has the expected arguments`() throws {
        let name = try #require(ModuleName("Lib"))
        let proof = ModuleProof(compiler: ["clang", "-target", "t"], include: "a/include", scratch: "s")
        #expect(
            proof.moduleArguments(name).map { $0.resolved(root: "/R") } == [
                "clang", "-target", "t", "-x", "c", "-Xclang", "-emit-module", "-fmodules",
                "-fmodule-name=Lib", "-fmodules-cache-path=/R/s/module-cache", "-I/R/a/include", "-c", "-o",
                "/R/s/Lib.pcm", "/R/a/include/module.modulemap",
            ])
        #expect(proof.output(of: name) == "s/Lib.pcm")
    }
}
