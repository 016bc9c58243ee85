import Actions
import Basics
import Recipes
import Testing
import Toolchains

@testable import Planning

/// The compiler for programs that run during a build: `CC_FOR_BUILD`.
struct BuildCompilerTests {
    private func build(_ target: String, tools: String) async throws -> Step {
        try await Samples.plan([target], build: ["tools: [\(tools)]"]).step("build", target)
    }

    @Test func `a cross build gets the sysroot and the linker of the build machine`() async throws {
        let step = try await build("ios-arm64", tools: "build-cc")
        let other = try await build("ios-arm64", tools: "perl")
        let added = Set(step.inputs.keys).subtracting(other.inputs.keys)
        #expect(added == ["build-sysroot", "tools/build-linker/ld"])
        #expect(step.inputs["build-sysroot"] != step.inputs["sysroot"])
        #expect(step.shared == ["sysroot", "build-sysroot"])
        #expect(step.platform["build.tool.cc"] != nil && other.platform["build.tool.cc"] == nil)
        let words = [
            "/swift/usr/bin/clang", "--no-default-config", "--target=x86_64-unknown-linux-gnu",
            "--sysroot=$ROOT/build-sysroot",
            "-B$ROOT/tools/build-linker", "--start-no-unused-arguments", "--ld-path=$ROOT/tools/build-linker/ld",
            "--end-no-unused-arguments",
        ]
        let line = "\nexport CC_FOR_BUILD=\"\(words.joined(separator: " "))\"\n"
        #expect(try PlanText.script(of: step).contains(line))
    }

    @Test func `a build for the build machine uses the target's compiler`() async throws {
        let step = try await build("linux-gnu-x86_64", tools: "build-cc")
        let other = try await build("linux-gnu-x86_64", tools: "perl")
        #expect(Set(step.inputs.keys) == Set(other.inputs.keys))
        #expect(step.platform == other.platform)
        #expect(try PlanText.script(of: step).contains("--sysroot=$ROOT/sysroot"))
    }

    @Test func `a recipe without build-cc has no such compiler`() async throws {
        let name = try #require(PackageName("secp256k1"))
        await #expect(throws: PlanningError.noValue(name, .ccForBuild)) {
            _ = try await Samples.plan(["ios-arm64"], build: ["make: \"${CC_FOR_BUILD}\""])
        }
    }
}
