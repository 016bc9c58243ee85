import Actions
import Basics
import Foundation
import Planning
import Recipes
import Steps
import Targets
import Testing

/// The steps and inputs that a recipe's patches add to its plan.
@Suite struct PatchStepTests {
    private static let targets = ["ios-arm64", "linux-gnu-x86_64"]

    private static func request(_ patches: [String], build: [String] = []) async throws -> PlanRequest {
        let recipe = try Samples.example(build: build, patches: patches)
        return Samples.request(try await Samples.package(recipe, targets))
    }

    private static func sources(_ step: Step) -> [Input] {
        step.inputs.filter { $0.key == "source" || $0.key.components[0] == "licenses" }.map(\.value)
    }

    @Test func `every step uses the patched source`() async throws {
        for build in [[], ["bootstrap: true"]] {
            let patches = ["fix.patch", "{ file: more/other.patch, strip: 0 }"]
            let result = try Planner.plan(try await Self.request(patches, build: build))
            let fetch = try #require(result.plan.steps.firstIndex { $0.title == "fetch example 1.0" })
            let patch = try #require(result.plan.steps.firstIndex { $0.title == "patch example 1.0" })
            let step = result.plan.steps[patch]
            let file = { (name: String) in
                Input.localFile(
                    path: "/recipes/secp256k1/\(name)", Machines.digest("/recipes/secp256k1/\(name)"),
                    isExecutable: false)
            }
            #expect(
                step.inputs == [
                    "source": .output(StepID(index: fetch), "tree"), "patches/fix.patch": file("fix.patch"),
                    "patches/more/other.patch": file("more/other.patch"),
                ])
            #expect(
                step.work
                    == .builtin(
                        name: "patch", revision: 1,
                        parameters: #"{"patches":[{"file":"fix.patch","input":"patches/fix.patch","strip":1},"#
                            + #"{"file":"more/other.patch","input":"patches/more/other.patch","strip":0}]}"#))
            // Only the patch step has the fetched source as an input.
            let fetched = result.plan.steps.filter { $0.inputs.values.contains { $0.step?.index == fetch } }
            #expect(fetched.map(\.title) == ["patch example 1.0"])
            let first = build.isEmpty ? "build" : "bootstrap"
            for step in result.steps(first) + result.steps("compose") {
                #expect(!Self.sources(step).isEmpty)
                #expect(Self.sources(step).allSatisfy { $0.step?.index == patch }, "\(step.title)")
            }
        }
    }

    @Test func `the manifest names the patches`() async throws {
        let result = try Planner.plan(try await Self.request(["fix.patch"]))
        guard case .builtin(_, _, let text) = try result.step("compose").work else { throw NoParameters() }
        let parameters = try JSONDecoder().decode(Dist.Parameters.self, from: Data(text.value.utf8))
        let patches = parameters.inputs.filter { $0.kind == .patch }
        #expect(patches.map(\.name) == ["fix.patch"])
        #expect(patches.map(\.sha256) == [Machines.digest("/recipes/secp256k1/fix.patch").hash])
    }

    private struct NoParameters: Error {}

    @Test func `without patches there is no patch step`() async throws {
        #expect(try Planner.plan(try await Self.request([])).steps("patch") == [])
    }

    @Test func `a patch without a digest is refused`() async throws {
        var request = try await Self.request(["fix.patch"])
        try #require(request.digests.removeValue(forKey: "/recipes/secp256k1/fix.patch") != nil)
        #expect(throws: PlanningError.unknownFile("/recipes/secp256k1/fix.patch")) { try Planner.plan(request) }
    }
}
