import Actions
import Basics
import Packaging
import Steps
import Targets
import TestSupport
import Testing

@testable import Packaging

@Suite(.tags(.process)) struct MergeArchivesTests {
    static let groups: [(name: String, built: [String], archives: [String])] = [
        (
            "the classic five", Target.classicFive.map(\.name),
            [
                "lib/libX.a: armv7 armv7s arm64 i386 x86_64", "lib/ios/libX.a: armv7 armv7s arm64",
                "lib/ios-simulator/libX.a: i386 x86_64",
            ]
        ),
        (
            "the classic five, and targets with the same architectures",
            Target.classicFive.map(\.name) + [
                "ios-simulator-arm64", "macos-arm64", "macos-x86_64", "linux-gnu-x86_64",
            ],
            [
                "lib/libX.a: armv7 armv7s arm64 i386 x86_64", "lib/macos/libX.a: arm64 x86_64",
                "lib/ios/libX.a: armv7 armv7s arm64", "lib/ios-simulator/libX.a: i386 x86_64 arm64",
            ]
        ),
        (
            "a device and a simulator with different architectures", ["ios-arm64", "ios-simulator-x86_64"],
            ["lib/libX.a: arm64 x86_64", "lib/ios/libX.a: arm64", "lib/ios-simulator/libX.a: x86_64"]
        ),
        (
            "a device and a simulator with the same architecture", ["ios-arm64", "ios-simulator-arm64"],
            ["lib/ios/libX.a: arm64", "lib/ios-simulator/libX.a: arm64"]
        ),
        ("devices only", ["ios-arm64", "ios-armv7"], ["lib/ios/libX.a: armv7 arm64"]),
        (
            "other platforms", ["catalyst-arm64", "visionos-arm64", "visionos-simulator-arm64", "windows-msvc-x86_64"],
            ["lib/catalyst/libX.a: arm64", "lib/visionos/libX.a: arm64", "lib/visionos-simulator/libX.a: arm64"]
        ),
        ("no Apple target", ["linux-gnu-x86_64"], []),
    ]

    @Test(arguments: groups.indices) func `slices are grouped by platform and environment`(row: Int) {
        let (name, built, archives) = Self.groups[row]
        let found = ArchiveGroup.all(of: built.map(Target.named)).map { group in
            "\(group.path(of: "libX.a")): " + group.targets.map(\.architecture.rawValue).joined(separator: " ")
        }
        #expect(found == archives, "\(name)")
    }

    @Test func `llvm-lipo reads the merged archives`() async throws {
        let targets = Target.classicFive + ["ios-simulator-arm64", "macos-arm64", "macos-x86_64"].map(Target.named)
        let bench = try ToolBench()
        for target in targets {
            let version = target.platform == .macOS ? OSVersion(11) : OSVersion(target.architecture == .arm64 ? 14 : 9)
            let triple = target.triple(minimum: version)
            try bench.archive("slices/\(target)/lib/libfoo.a", ["a": "int a;", "b": "int b;"], triple: triple)
        }
        let run = StepRun()
        let outcome = try await run.run(MergeArchives.self, .init(targets: targets), run.tree(at: bench.root))
        try run.write(outcome, to: bench)
        let archs: (String) throws -> Set<Substring> = { path in
            Set(try bench.tool("llvm-lipo-22", "-archs", path).split(whereSeparator: \.isWhitespace))
        }
        #expect(try archs("lib/libfoo.a") == ["armv7", "armv7s", "arm64", "i386", "x86_64"])
        #expect(try archs("lib/ios/libfoo.a") == ["armv7", "armv7s", "arm64"])
        #expect(try archs("lib/ios-simulator/libfoo.a") == ["arm64", "i386", "x86_64"])
        #expect(try archs("lib/macos/libfoo.a") == ["arm64", "x86_64"])
        for target in Target.classicFive {
            try bench.tool("llvm-lipo-22", "lib/libfoo.a", "-thin", target.architecture.rawValue, "-output", "thin.a")
            #expect(try bench.bytes("thin.a") == bench.bytes("slices/\(target)/lib/libfoo.a"), "\(target)")
        }
        #expect(run.lines.first == "`lib/libfoo.a`: armv7 armv7s arm64 i386 x86_64")
    }

    @Test func `only the target's slice of a fat installed archive is merged`() async throws {
        let bench = try ToolBench()
        let (arm64, armv7) = (Target.named("ios-arm64"), Target.named("ios-armv7"))
        try bench.archive("arm64.a", ["a": "int a;"], triple: "arm64-apple-ios9.0")
        try bench.archive("armv7.a", ["a": "int a;"], triple: "armv7-apple-ios9.0")
        try bench.tool("llvm-lipo-22", "-create", "arm64.a", "armv7.a", "-output", "fat.a")
        let run = StepRun()
        let fat = run.file(try bench.bytes("fat.a"))
        let inputs = Directory(files: ["slices/ios-arm64/lib/libz.a": fat, "slices/ios-armv7/lib/libz.a": fat])
        let outcome = try await run.run(MergeArchives.self, .init(targets: [arm64, armv7]), inputs)
        try run.write(outcome, to: bench)
        try bench.tool("llvm-lipo-22", "lib/ios/libz.a", "-verify_arch", "arm64", "armv7")
        try bench.tool("llvm-lipo-22", "lib/ios/libz.a", "-thin", "armv7", "-output", "thin.a")
        #expect(try bench.bytes("thin.a") == bench.bytes("armv7.a"))
        let other = Target.named("ios-armv7s")
        let more = inputs.inserting(fat, at: "slices/ios-armv7s/lib/libz.a")
        #expect(try await run.run(MergeArchives.self, .init(targets: [arm64, other]), more).failure == .build)
        #expect(
            run.lines.last == "error: fat archive `slices/ios-armv7s/lib/libz.a` has no slice for `ios-armv7s`")
    }

    @Test func `two slices with the same architecture fail the step, with the paths of both`() async throws {
        let bench = try ToolBench()
        for name in ["ios-arm64", "ios-armv7"] {
            try bench.archive("slices/\(name)/lib/libz.a", ["a": "int a;"], triple: "arm64-apple-ios9.0")
        }
        let run = StepRun()
        let targets = ["ios-arm64", "ios-armv7"].map(Target.named)
        let outcome = try await run.run(MergeArchives.self, .init(targets: targets), run.tree(at: bench.root))
        #expect(outcome.failure == .build)
        let line = try #require(run.lines.last)
        #expect(line.contains("`slices/ios-armv7/lib/libz.a`") && line.contains("`slices/ios-arm64/lib/libz.a`"))
        #expect(line.contains("arm64") && line.hasPrefix("error: "))
    }

    @Test func `a library that the recipe lists must exist for every target`() async throws {
        let bench = try ToolBench()
        try bench.archive("slices/ios-arm64/lib/libz.a", ["a": "int a;"], triple: "arm64-apple-ios9.0")
        try bench.archive("slices/ios-armv7/lib/liby.a", ["a": "int a;"], triple: "armv7-apple-ios9.0")
        let run = StepRun()
        let targets = ["ios-arm64", "ios-armv7"].map(Target.named)
        let inputs = try run.tree(at: bench.root)
        let named = try await run.run(MergeArchives.self, .init(targets: targets, libraries: ["libz.a"]), inputs)
        #expect(named.failure == .audit)
        #expect(run.lines == ["error: `ios-armv7` did not install `libz.a`"])
        let all = try await run.run(MergeArchives.self, .init(targets: targets), inputs)
        #expect(try run.files(all).keys.sorted() == ["lib/ios/liby.a", "lib/ios/libz.a"])
    }

    @Test(arguments: ["", "!<arch>\nshort", "text", "\u{7F}ELF"])
    func `even a single file that is not an archive fails the step with its path`(content: String) async throws {
        let run = StepRun()
        let inputs = run.tree(["slices/ios-armv7/lib/libz.a": content])
        let targets = [Target.named("ios-armv7")]
        let outcome = try await run.run(MergeArchives.self, .init(targets: targets), inputs)
        // An ELF file is for another system than the target, so the audit fails.
        #expect(outcome.failure == (content.hasSuffix("ELF") ? .audit : .build))
        #expect(run.lines.last?.contains("slices/ios-armv7/lib/libz.a") == true)
    }
}
