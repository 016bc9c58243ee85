import Basics
import Foundation
import Targets
import TestSupport
import Testing

@testable import Toolchains

/// A temporary folder in which real tools run.
struct ToolFolder {
    private let folder: TemporaryFolder
    var root: URL { folder.url }

    /// Keeps the folder until the body ends.
    static func with<Result>(_ body: (ToolFolder) async throws -> Result) async throws -> Result {
        try await body(ToolFolder(folder: TemporaryFolder()))
    }

    func write(_ path: String, _ bytes: [UInt8]) throws { try folder.write(bytes, to: path) }

    func write(_ path: String, _ text: String) throws { try folder.write(text, to: path) }

    func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: root.appendingPathComponent(path).path, withDestinationPath: target)
    }

    /// Runs a program in the root with nothing but a `PATH`; returns its output and its status.
    @discardableResult
    func run(_ arguments: [String], path: String = "/usr/bin:/bin") throws -> (status: Int, output: String) {
        let output = try folder.run("env", ["-i", "PATH=\(path)", "LC_ALL=C", "SOURCE_DATE_EPOCH=0"] + arguments)
        return (output.status, output.out + output.err)
    }

    /// Returns `cc` of a toolchain with its driver arguments, as a script here would call it.
    func compiler(_ toolchain: ResolvedToolchain) throws -> [String] {
        [try toolchain.tool(.cc).path] + toolchain.driver.map { $0.resolved(root: root.path) }
    }

    /// Puts the toolchain's linker where `cc` looks for it, as the scripts of builds do.
    func placeLinker(_ toolchain: ResolvedToolchain) throws {
        let path = ResolvedToolchain.linkerPath.string
        try write(path, "#!/bin/sh\nexec \(try toolchain.tool(.ld).path) \"$@\"\n")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: root.appendingPathComponent(path).path)
    }

    // MARK: This machine

    static func isThere(_ programs: String...) -> Bool { programs.allSatisfy { find($0) != nil } }

    static func find(_ program: String) -> String? {
        let live = ToolchainEffects.live(
            environment: ProcessInfo.processInfo.environment, output: { _ in nil }, digest: { _ in nil })
        return live.searchPath.map { "\($0)/\(program)" }.first(where: live.isExecutable)
    }

    /// Returns a shipped toolchain as found here; these tests do not depend on digests.
    static func resolve(_ target: Target) async throws -> ResolvedToolchain {
        let live = ToolchainEffects.live(
            environment: ProcessInfo.processInfo.environment, output: { _ in nil },
            digest: { _ in Machines.digest(1) })
        return try await Machines.shipped().resolve(ToolchainRequest(target: target), live)
    }
}
