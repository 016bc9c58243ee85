import Actions
import Basics
import Planning
import Recipes
import Targets
import Testing
import Toolchains

/// Steps that run a library's own tests.
@Suite struct TestStepTests {
    private static func plan(_ targets: [String], runsTests: Bool = true) async throws -> Planner.Result {
        var request = Samples.request(try await Samples.package(try Samples.secp256k1(), targets))
        request.runsTests = runsTests
        return try Planner.plan(request)
    }

    private static func script(_ step: Step) -> String {
        guard case .contents(let text, _)? = step.inputs["run.sh"] else { return "" }
        return text.value
    }

    @Test func `targets that run on the host are tested in separate builds`() async throws {
        let result = try await Self.plan(["linux-gnu-x86_64", "linux-gnu-aarch64"])
        let tests = result.tests.sorted().map { result.plan[$0] }
        #expect(tests.map(\.title) == ["test secp256k1 0.5.0", "test secp256k1 0.5.0"])
        #expect(Set(tests.compactMap(\.slice)) == ["linux-gnu-x86_64", "linux-gnu-aarch64"])
        #expect(result.tests.isSubset(of: result.goals))
        #expect(result.skippedTests.isEmpty)
        for test in tests {
            let build = try #require(
                result.plan.steps.first { $0.title == "build secp256k1 0.5.0" && $0.targets == test.targets })
            #expect(test.inputs.filter { $0.key != "run.sh" } == build.inputs.filter { $0.key != "run.sh" })
            #expect(test.outputs.isEmpty)
            let script = Self.script(test)
            #expect(script.contains("--enable-exhaustive-tests"))
            #expect(!script.contains("DESTDIR"))
            let last = script.split(separator: "\n").last ?? ""
            let isNative = test.slice == "linux-gnu-x86_64"
            #expect(last.contains(" check VERBOSE=1"))
            #expect(last.contains("LOG_COMPILER='") != isNative)
            #expect(last.contains("qemu-aarch64 -L /usr/aarch64-linux-gnu") != isNative)
            #expect((test.platform["tool.emulator"] == nil) == isNative)
        }
    }

    @Test func `only tests whose recipe asks for it may use ptrace, and their key says so`() async throws {
        for asks in [false, true] {
            let recipe = try Samples.secp256k1(tests: asks ? ["ptrace: true"] : [])
            var request = Samples.request(try await Samples.package(recipe, ["linux-gnu-x86_64"]))
            request.runsTests = true
            let result = try Planner.plan(request)
            let steps = result.plan.steps.filter { $0.platform["ptrace"] != nil }
            #expect(steps.map(\.title) == (asks ? ["test secp256k1 0.5.0"] : []))
        }
    }

    @Test func `targets that cannot be tested are listed with a reason`() async throws {
        let result = try await Self.plan(["ios-arm64", "ios-armv7+ios-armv7s", "linux-gnu-x86_64"])
        #expect(result.tests.count == 1)
        let targets = try ["ios-armv7", "ios-armv7s", "ios-arm64"].map(Machines.named)
        #expect(Set(result.skippedTests.map(\.target)) == Set(targets))
        #expect(
            Set(result.skippedTests.map { "\($0.target): \($0.obstacle)" }) == [
                "ios-armv7: several targets share its build", "ios-armv7s: several targets share its build",
                "ios-arm64: its programs cannot run here",
            ])
    }

    @Test func `tests that were not requested are not planned`() async throws {
        let result = try await Self.plan(["linux-gnu-x86_64"], runsTests: false)
        #expect(result.tests.isEmpty && result.skippedTests.isEmpty)
        #expect(!result.plan.steps.contains { $0.title.hasPrefix("test ") })
    }
}
