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

    /// Calls `body` with a new folder and returns its result. Removes the folder afterwards.
    static func with<Result>(_ body: (ToolFolder) async throws -> Result) async throws -> Result {
        try await body(ToolFolder(folder: TemporaryFolder()))
    }

    func write(_ path: String, _ bytes: [UInt8]) throws { try folder.write(bytes, to: path) }

    func write(_ path: String, _ text: String) throws { try folder.write(text, to: path) }

    func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: root.appendingPathComponent(path).path, withDestinationPath: target)
    }

    /// Runs a program in the root with a minimal environment. Returns its status and its output.
    @discardableResult
    func run(_ arguments: [String], path: String = "/usr/bin:/bin") throws -> (status: Int, output: String) {
        let output = try folder.run("env", ["-i", "PATH=\(path)", "LC_ALL=C", "SOURCE_DATE_EPOCH=0"] + arguments)
        return (output.status, output.out + output.err)
    }

    /// Returns the path of the toolchain's `cc` and the driver arguments for calls in this folder.
    func compiler(_ toolchain: ResolvedToolchain) throws -> [String] {
        [try toolchain.tool(.cc).path] + toolchain.driver.map { $0.resolved(root: root.path) }
    }

    /// Writes a script that runs the toolchain's linker to the path where `cc` finds it, as build scripts do.
    ///
    /// A program of its own writes the script: a file cannot be executed while a process has it open for writing, and
    /// processes that other tests start have this process's open files for a moment.
    func placeLinker(_ toolchain: ResolvedToolchain) throws {
        try write("linker.txt", "#!/bin/sh\nexec \(try toolchain.tool(.ld).path) \"$@\"\n")
        try run(["install", "-D", "-m", "755", "linker.txt", ResolvedToolchain.linkerPath.string])
    }

    // MARK: This machine

    static func isThere(_ programs: String...) -> Bool { programs.allSatisfy { find($0) != nil } }

    static func find(_ program: String) -> String? {
        let live = ToolchainEffects.here()
        return live.searchPath.map { "\($0)/\(program)" }.first(where: live.isExecutable)
    }

    /// Resolves a shipped toolchain on this machine. All files have the same digest.
    static func resolve(_ target: Target) async throws -> ResolvedToolchain {
        try await Machines.shipped().resolve(ToolchainRequest(target: target), .here())
    }
}
