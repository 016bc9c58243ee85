import Basics
import Foundation
import Targets
import Testing

@testable import Toolchains

/// A temporary folder in which real tools run.
struct Workshop {
    let root: URL

    static func with<Result>(_ body: (Workshop) async throws -> Result) async throws -> Result {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("workshop-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        return try await body(Workshop(root: root))
    }

    func write(_ path: String, _ bytes: [UInt8]) throws {
        let url = root.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    func write(_ path: String, _ text: String) throws { try write(path, Array(text.utf8)) }

    func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: root.appendingPathComponent(path).path, withDestinationPath: target)
    }

    /// Runs a program in the root with nothing but a `PATH`; returns its output and its status.
    @discardableResult
    func run(_ arguments: [String], path: String = "/usr/bin:/bin") throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: arguments[0])
        process.arguments = Array(arguments.dropFirst())
        process.currentDirectoryURL = root
        process.environment = ["PATH": path, "LC_ALL": "C", "SOURCE_DATE_EPOCH": "0"]
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
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
