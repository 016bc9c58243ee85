import Actions
import Basics
import ModuleMaps
import Packaging
import Steps
import Targets
import TestSupport
import Testing

@Suite(.tags(.process)) struct HeaderStepTests {
    private let targets = ["ios-arm64", "linux-gnu-x86_64"].map(Target.named)

    private func slices(_ texts: [String: String]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: texts.map { ("slices/\($0)", $1) })
    }

    @Test func `headers of prefixes merge into one folder with a list of origins`() async throws {
        let run = StepRun()
        let inputs = run.tree(
            slices([
                "ios-arm64/include/a.h": "same", "linux-gnu-x86_64/include/a.h": "same",
                "ios-arm64/include/s/config.h": "ios", "linux-gnu-x86_64/include/s/config.h": "linux",
                "ios-arm64/include/apple.h": "apple", "ios-arm64/include/module.modulemap": "theirs",
                "ios-arm64/lib/x.h": "no header",
            ]))
        let outcome = try await run.run(MergeHeaders.self, .init(targets: targets), inputs)
        let texts = try run.texts(outcome)
        #expect(outcome.failure == nil)
        #expect(
            texts.keys.sorted() == [
                "headers.json", "include/a.h", "include/apple-arm64.h", "include/apple.h", "include/s/config-arm64.h",
                "include/s/config-x86_64.h", "include/s/config.h",
            ])
        #expect(texts["include/s/config-x86_64.h"] == "linux")
        #expect(texts["include/s/config.h"]?.contains("#include \"config-arm64.h\"") == true)
        #expect(
            run.lines == [
                "`apple-arm64.h` is the version for ios-arm64", "`apple.h` is only for ios-arm64",
                "`s/config-arm64.h` is the version for ios-arm64",
                "`s/config-x86_64.h` is the version for linux-gnu-x86_64",
                "`s/config.h` differs between targets", "the library's `module.modulemap` is dropped",
            ])
        #expect(Set(outcome.outputs.keys) == Set(MergeHeaders.outputs))
    }

    @Test func `headers that cannot be merged fail the step with a reason`() async throws {
        let run = StepRun()
        let inputs = run.tree(slices(["ios-arm64/include/a": "x", "linux-gnu-x86_64/include/a/b.h": "y"]))
        let outcome = try await run.run(MergeHeaders.self, .init(targets: targets), inputs)
        #expect(outcome.failure == .build)
        #expect(run.lines == ["error: `a` is a header for one target, but for another a folder that contains `a/b.h`"])
    }

    @Test func `clang compiles the module map of merged headers for each target`() async throws {
        let run = StepRun()
        let bench = try ToolBench(["check.sh": HeaderCheck.script, "scratch/keep": ""])
        let module = try #require(ModuleName("Lib"))
        let outcome = try await run.run(
            WriteModuleMap.self, .init(module: ModuleMapRequest(name: module), targets: targets),
            try await checkedHeaders(run, bench))
        try run.write(outcome, to: bench)
        #expect(
            try run.texts(outcome)["include/module.modulemap"] == """
                module Lib [system] {
                    header "lib.h"
                    header "width.h"
                    textual header "bare.h"
                    textual header "width-arm64.h"
                    textual header "width-x86_64.h"
                    export *
                }

                """)
        #expect(
            run.lines.suffix(3) == [
                "`bare.h` is textual: does not compile on ios-arm64: unknown type name 'width_t'",
                "`width-arm64.h` is textual: included by `width.h`",
                "`width-x86_64.h` is textual: included by `width.h`",
            ])
        for target in targets {
            let proof = ModuleProof(compiler: compiler(target), include: "include", scratch: "scratch")
            let result = try bench.run(proof.moduleArguments(module).map { $0.resolved(root: bench.root.path) })
            #expect(result.status == 0, "\(target): \(result.output)")
        }
    }

    private func compiler(_ target: Target) -> [Argument] {
        ["clang", "-target", Argument(stringLiteral: target.triple), "-nostdlibinc"]
    }

    /// Returns merged headers and, for each target, clang's report about them. `width.h` differs between the targets;
    /// `bare.h` compiles only where `lib.h` includes it.
    private func checkedHeaders(_ run: StepRun, _ bench: ToolBench) async throws -> Directory {
        let template = "#include \"width.h\"\n#define width_t int\n#include \"bare.h\"\n#undef width_t\nint f(void);\n"
        var texts: [String: String] = [:]
        for (index, target) in targets.enumerated() {
            texts["\(target)/include/lib.h"] = template
            texts["\(target)/include/width.h"] = "#define OS \(index + 1)\n"
            texts["\(target)/include/bare.h"] = "width_t g(void);\n"
        }
        let merged = try await run.run(MergeHeaders.self, .init(targets: targets), run.tree(slices(texts)))
        try run.write(merged, to: bench)
        var headers = Directory(files: merged.outputs)
        for target in targets {
            let check = HeaderCheck.arguments(
                script: "check.sh", include: "include", report: "report.txt", compiler: compiler(target))
            _ = try bench.run(check.map { $0.resolved(root: bench.root.path) })
            headers = headers.inserting(run.file(try bench.bytes("report.txt")), at: PrefixLayout.report(target))
        }
        return headers
    }

    @Test func `a public header that importers cannot reach is an error unless the recipe lists it`() async throws {
        let run = StepRun()
        let texts = [
            "lib.h": "#include \"sub/inner.h\"\n#if 0\n#  include <far.h> // far\n#endif\n",
            "sub/inner.h": "#include \"../near.h\"\n",
            "near.h": "", "far.h": "", "meant.h": "", "left.h": "", "notes.txt": "", "lost.h": "#include \"lost2.h\"\n",
            "lost2.h": "// Lost.\n",
        ]
        let origins = texts.keys.sorted().map { #"{"kind":"common","path":"\#($0)"}"# }.joined(separator: ",")
        var inputs = Dictionary(uniqueKeysWithValues: texts.map { ("include/\($0)", $1) })
        inputs["headers.json"] = "[\(origins)]"
        inputs["reports/ios-arm64/report.txt"] = "ok lib.h\n"
        let patterns = { (names: [String]) in names.compactMap(HeaderPattern.init) }
        let module = ModuleMapRequest(
            name: try #require(ModuleName("Lib")), headers: patterns(["lib.h"]), textual: patterns(["meant.h"]),
            excluded: patterns(["left.h"]))
        let outcome = try await run.run(
            WriteModuleMap.self, .init(module: module, targets: [targets[0]]), run.tree(inputs))
        #expect(outcome.failure == .build)
        #expect(
            run.lines.filter { !$0.contains(" is ") } == [
                "error: `import Lib` does not reach `lost.h` (not among the recipe's headers), "
                    + "`lost2.h` (not among the recipe's headers)",
                "hint: list them under `headers`, `textual` or `excluded` of the recipe",
            ])
        let left = try await run.run(
            WriteModuleMap.self, .init(module: module, targets: [targets[0]], leavesUnreached: true), run.tree(inputs))
        #expect(left.failure == nil, "later, the compilers check the module")
        inputs["include/lost.h"] = inputs["include/lib.h"]
        inputs["include/lost2.h"] = inputs["include/near.h"]
        let twice = try await run.run(
            WriteModuleMap.self, .init(module: module, targets: [targets[0]]), run.tree(inputs))
        #expect(twice.failure == nil, "a second copy of a header is not reported")
    }

    @Test func `a missing or malformed report fails the step`() async throws {
        let module = try #require(ModuleName("Lib"))
        let parameters = WriteModuleMap.Parameters(module: ModuleMapRequest(name: module), targets: [targets[0]])
        let base = ["include/a.h": "", "headers.json": #"[{"kind":"common","path":"a.h"}]"#]
        for (report, error) in [
            (nil, "error: `reports/ios-arm64/report.txt` does not exist"),
            (
                "what",
                "error: cannot read `reports/ios-arm64/report.txt`: line 1 is malformed: `what`"
            ),
        ] {
            let run = StepRun()
            var texts = base
            texts["reports/ios-arm64/report.txt"] = report
            let outcome = try await run.run(WriteModuleMap.self, parameters, run.tree(texts))
            #expect(outcome.failure == .build)
            #expect(run.lines == [error])
        }
    }

    @Test func `the names of steps equal those in stored results`() {
        #expect(
            BuiltinName.allCases.map(\.rawValue).sorted() == [
                "answers", "artifact-bundle", "audit", "dist", "fetch", "glibc-sysroot", "join-archives",
                "merge-archives",
                "merge-headers", "module-map", "packages", "patch", "prefix-symbols", "prefixes", "records",
                "relocate-prefix", "swift-package", "sysroot", "xcframework", "zip",
            ])
    }

    @Test func `parameters are one line of JSON with sorted keys`() {
        let work = MergeArchives.work(.init(targets: targets, libraries: ["libz.a"]))
        let text = #"{"libraries":["libz.a"],"targets":["ios-arm64","linux-gnu-x86_64"]}"#
        #expect(work == .builtin(name: "merge-archives", revision: 1, parameters: text))
    }
}
