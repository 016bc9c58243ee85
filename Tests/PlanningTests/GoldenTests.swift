import Actions
import Foundation
import Planning
import Targets
import TestSupport
import Testing
import Toolchains

/// Compares plans and scripts with recorded files, which people review.
@Suite struct GoldenTests {
    private static func check(
        _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let folders = [Recorded.repository.path, NSHomeDirectory(), FileManager.default.currentDirectoryPath]
        #expect(
            !folders.contains { text.contains($0 + "/") }, "a folder of this machine", sourceLocation: sourceLocation)
        try Recorded.check(text, Recorded.golden().appending(path: name), sourceLocation: sourceLocation)
    }

    // MARK: Whole

    @Test func `the plan of a package matches the recorded one`() async throws {
        let result = try await Samples.plan(["ios-armv7", "ios-arm64", "linux-gnu-x86_64"])
        try Self.check(PlanText.listing(result), "plan.txt")
    }

    @Test(arguments: [
        ("ios-arm64", Machines.linux), ("ios-armv7", Machines.linux), ("ios-simulator-arm64", Machines.linux),
        ("macos-x86_64", Machines.linux), ("linux-gnu-x86_64", Machines.linux),
        ("linux-gnu-aarch64", Machines.linux), ("ios-arm64", Machines.mac),
    ])
    func `the script of a target matches the recorded one`(_ target: String, _ host: Target) async throws {
        let build = try await Samples.plan([target], host: host).step("build", target)
        try Self.check(try PlanText.script(of: build), "\(target).on.\(host).sh")
    }

    @Test func `the script that builds the classic five together matches the recorded one`() async throws {
        let result = try await Samples.plan([Samples.shared], build: ["slices: together"])
        let script = try PlanText.script(of: try result.step("build", Samples.shared))
        try Self.check(script, "together.on.\(Machines.linux).sh")
    }

    @Test func `the bootstrap script matches the recorded one`() async throws {
        let step = try await Samples.plan(["ios-arm64"]).step("bootstrap")
        try Self.check(try PlanText.script(of: step), "bootstrap.sh")
    }

    // MARK: Every target

    @Test(arguments: [Machines.linux, Machines.linuxARM, Machines.mac, Machines.macIntel])
    func `the table of all targets matches the recorded one`(_ host: Target) async throws {
        let text = try await Self.table(host)
        switch host {
        case Machines.linux, Machines.mac: try Self.check(text, "targets.on.\(host).txt")
        default:
            // Tables of hosts that differ only in the processor differ only in `--build=` and in these hosts' rows.
            let known = try await Self.table(host.platform == .macOS ? Machines.mac : Machines.linux)
            try Self.check(Self.difference(known, text), "targets.on.\(host).difference.txt")
        }
    }

    private static func table(_ host: Target) async throws -> String {
        let targets = try Samples.toolchains().targets(host: host)
        let package = try await Samples.package(try Samples.secp256k1(), targets.map(\.name), host: host)
        let result = try Planner.plan(Samples.request(package))
        return try package.slices.map { try PlanText.row($0, try result.step("build", $0.toolchain.target.name)) }
            .joined()
    }

    /// Returns the lines that differ. `--build=` is left out, because it names the host and differs for every target.
    private static func difference(_ old: String, _ new: String) -> String {
        let lines = { (text: String) in
            text.split(separator: "\n").map { line in
                line.split(separator: " ", omittingEmptySubsequences: false).filter { !$0.hasPrefix("--build=") }
                    .joined(separator: " ")
            }
        }
        let (before, after) = (lines(old), lines(new))
        return zip(before, after).filter { $0 != $1 }.map { "- \($0)\n+ \($1)\n" }.joined()
            + (before.count == after.count ? "" : "\(before.count) lines are \(after.count)\n")
    }
}
