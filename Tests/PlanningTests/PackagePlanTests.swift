import Actions
import Basics
import Packages
import Planning
import Targets
import Testing

/// The steps that make packages, and their inputs.
@Suite struct PackagePlanTests {
    private static let targets = ["ios-arm64", "ios-simulator-arm64", "macos-arm64", "linux-gnu-x86_64"]

    private func plan(
        _ formats: [PackageFormat], _ targets: [String] = targets, change: (inout PackagingRequest) -> Void = { _ in }
    ) async throws -> Planner.Result {
        var package = try await Samples.package(try Samples.example(), targets)
        var request = PackagingRequest(formats: formats, tool: "0.1.0")
        change(&request)
        package.packaging = request
        return try Planner.plan(Samples.request(package))
    }

    private func titles(_ result: Planner.Result) -> [String] {
        let words = [
            "make an", "make a SwiftPM", "make prefixes", "zip ", "sign ", "write the records", "compose the packages",
        ]
        return result.plan.steps.map(\.title).filter { title in words.contains { title.hasPrefix($0) } }
    }

    @Test func `each format has its steps, and a SwiftPM package also the steps of the formats in it`() async throws {
        let end = ["write the records of example 1.0", "compose the packages of example 1.0"]
        let xcframework = ["make an XCFramework of example 1.0", "zip xcframework of example 1.0"]
        #expect(try await titles(plan([.xcframework])) == xcframework + end)
        #expect(
            try await titles(plan([.swiftPackage])) == [
                "make an XCFramework of example 1.0", "make an artifact bundle of example 1.0",
                "make a SwiftPM package of example 1.0",
            ] + end)
        #expect(try await titles(plan([.prefix])) == ["make prefixes of example 1.0"] + end)
        #expect(try await titles(plan([.xcframework], ["linux-gnu-x86_64"])).isEmpty)
        #expect(try await plan([.xcframework], ["linux-gnu-x86_64"]).packages[0].packages == nil)
        let fetched = try await titles(plan([.swiftPackage]) { $0.addresses = .init(artifacts: "https://example.org") })
        #expect(
            fetched.contains("zip xcframework of example 1.0") && fetched.contains("zip artifactbundle of example 1.0"))
    }

    @Test func `codesign signs with the identity before zipping`() async throws {
        let result = try await plan([.xcframework]) { $0.signer = "Developer ID" }
        let index = try #require(result.plan.steps.firstIndex { $0.title == "sign the XCFramework of example 1.0" })
        guard case .command(let words, _) = result.plan.steps[index].work else {
            Issue.record("signing is no command")
            return
        }
        #expect(
            words.value == [
                "/usr/bin/codesign", "--force", "--timestamp", "--sign", "Developer ID",
                "xcframework/example.xcframework",
            ])
        let zip = try #require(result.plan.steps.first { $0.title.hasPrefix("zip ") })
        #expect(zip.inputs["contents"] == .output(StepID(index: index), "xcframework"))
    }
}
