import Basics
import TestSupport
import Testing
import Targets

@testable import ModuleMaps

/// Runs real preprocessors on dispatch headers.
@Suite(.tags(.process)) struct DispatchTests {
    /// Ways in which a header can differ between targets: each function returns the text of a target's header.
    static let partitions: [(name: String, content: @Sendable (Target) -> String)] = [
        ("architecture", { $0.architecture.rawValue }),
        ("width", { "\($0.architecture.pointerWidth)" }),
        ("family", { $0.platform.isApple ? "apple" : $0.platform.rawValue }),
        ("platform", { $0.platform.rawValue }),
        ("environment", { "\($0.platform.rawValue) \($0.environment.rawValue)" }),
        ("musl", { "\($0.environment == .musl)" }),
        ("simulator", { "\($0.environment == .simulator)" }),
        ("width-and-family", { "\($0.architecture.pointerWidth) \($0.platform.isApple)" }),
        ("one-odd-target", { "\($0.name == "ios-simulator-arm64")" }),
        ("everything", { $0.name }),
    ]

    @Test func `every target's clang reads the variant of that target`() throws {
        let bench = try Workbench()
        for (name, content) in Self.partitions {
            try write(differing(Target.all, by: content), to: bench, below: "include/\(name)")
        }
        let lines = Self.partitions.map { "#include \"\($0.name)/config.h\"\n" }
        try bench.write(lines.joined(), to: "all.c")
        for target in Target.all {
            let result = try bench.run(
                freestandingClang(target) + ["-E", "-P", "-Wundef", "-Werror", "-I", "include", "all.c"])
            let expected = Self.partitions.map { "\"\($0.content(target))\"" }
            #expect(result.status == 0, "\(target): \(result.output)")
            #expect(result.output.split(separator: "\n").map(String.init) == expected, "\(target)")
        }
    }

    @Test(arguments: partitions.map(\.name))
    func `gcc reads the variant of its host without a warning`(partition: String) throws {
        let content = try #require(Self.partitions.first { $0.name == partition }).content
        let bench = try Workbench()
        try write(differing(Target.all, by: content), to: bench, below: "include")
        let machine = try bench.run(["gcc", "-dumpmachine"]).output.split(separator: "\n")[0]
        let host = try #require(Target(triple: String(machine)))
        try bench.write("#include <config.h>\n", to: "t.c")
        let result = try bench.run(["gcc", "-E", "-P", "-Wall", "-Wundef", "-Werror", "-I", "include", "t.c"])
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output == "\"\(content(host))\"\n")
    }

    static let unbuilt: [(built: [Target], by: @Sendable (Target) -> String, unbuilt: [String])] = [
        (
            Target.classicFive, { "\($0.architecture.pointerWidth)" },
            ["ios-arm64e", "watchos-armv7k", "watchos-arm64_32", "linux-gnu-riscv64", "wasi-wasm32"]
        ),
        (
            ["macos-arm64", "ios-arm64", "ios-simulator-arm64"].map(Target.named),
            { "\($0.platform) \($0.environment)" },
            ["catalyst-arm64", "visionos-arm64", "tvos-simulator-arm64", "linux-gnu-aarch64", "windows-msvc-x86_64"]
        ),
        (
            ["linux-gnu-x86_64", "linux-musl-x86_64", "macos-x86_64"].map(Target.named), { $0.name },
            ["android-x86_64", "windows-mingw-x86_64", "ios-simulator-x86_64", "wasi-wasm32"]
        ),
    ]

    @Test(arguments: unbuilt.indices)
    func `a target that was not built gets an error that names the header`(row: Int) throws {
        let (built, content, unbuilt) = Self.unbuilt[row]
        let bench = try Workbench(["t.c": "#include <config.h>\n"])
        try write(differing(built, by: content), to: bench, below: "include")
        for name in unbuilt {
            let target = Target.named(name)
            let result = try bench.run(freestandingClang(target) + ["-E", "-P", "-I", "include", "t.c"])
            #expect(result.output.contains("error: \"config.h is not available for this target\""), "\(name)")
            #expect(result.status == 1, "\(name)")
        }
    }

    @Test func `a header that only some targets have is read for those targets and an error for the others`() throws {
        let holders = Target.all.filter { $0.platform == .iOS && $0.environment == .simulator }
        var slices = Dictionary(uniqueKeysWithValues: Target.all.map { ($0, [RelativePath: String]()) })
        for target in holders { slices[target] = ["config.h": "\"here\"\n"] }
        let bench = try Workbench(["t.c": "#include <config.h>\n"])
        try write(HeaderMerger(slices: slices).merged(), to: bench, below: "include")
        for target in Target.all where target.platform.isApple {
            let result = try bench.run(freestandingClang(target) + ["-E", "-P", "-I", "include", "t.c"])
            #expect((result.status == 0) == holders.contains(target), "\(target)")
            #expect(result.output.hasPrefix("\"here\"") == holders.contains(target), "\(target)")
            // With modules, the header is empty for the other targets.
            let module = try bench.run(freestandingClang(target) + ["-fmodules", "-E", "-P", "-I", "include", "t.c"])
            #expect(module.status == 0 && module.output.contains("here") == holders.contains(target), "\(target)")
        }
    }

    @Test func `a variant's own relative includes are found`() throws {
        var slices: [Target: [RelativePath: String]] = [:]
        for target in Target.classicFive {
            slices[target] = [
                "foo/config.h": "#include \"size.h\"\n\"\(target.architecture)\"\n", "foo/size.h": "\"size\"\n",
            ]
        }
        let bench = try Workbench(["t.c": "#include <foo/config.h>\n"])
        try write(HeaderMerger(slices: slices).merged(), to: bench, below: "include")
        let result = try bench.run(freestandingClang(.named("ios-armv7s")) + ["-E", "-P", "-I", "include", "t.c"])
        #expect(result.output.split(separator: "\n") == ["\"size\"", "\"armv7s\""])
    }

    private func differing(_ targets: [Target], by content: (Target) -> String) throws -> MergedHeaders<String> {
        let slices = targets.map { ($0, [RelativePath.at("config.h"): "\"\(content($0))\"\n"]) }
        return try HeaderMerger(slices: Dictionary(uniqueKeysWithValues: slices)).merged()
    }

    private func write(_ merged: MergedHeaders<String>, to bench: Workbench, below folder: String) throws {
        for (path, file) in merged.files {
            switch file {
            case .common(let text), .dispatch(let text, _), .variant(let text, _, _):
                try bench.write(text, to: "\(folder)/\(path)")
            }
        }
    }
}
