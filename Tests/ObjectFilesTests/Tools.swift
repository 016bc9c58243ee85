import Foundation
import TestSupport

/// The result of a program.
struct ProgramResult {
    var output: String
    var errors: String
    var status: Int32
}

typealias TestFolder = TemporaryFolder

extension TemporaryFolder {
    /// All files, by path.
    func snapshot() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder), !isFolder.boolValue
            else { continue }
            files[name] = try bytes(name)
        }
        return files
    }

    func restore(_ files: [String: [UInt8]]) throws {
        for (name, bytes) in files {
            try write(bytes, to: name)
        }
    }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }

    /// Runs a program of PATH in this folder and waits for it.
    @discardableResult
    func run(_ program: String, _ arguments: String..., environment: [String: String] = [:]) throws -> ProgramResult {
        try run(program, arguments, environment: environment)
    }

    @discardableResult
    func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> ProgramResult {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = url
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // Files instead of pipes: nothing to drain, nothing to block on.
        let (output, errors) = (".stdout-\(UUID().uuidString)", ".stderr-\(UUID().uuidString)")
        try write([], to: output)
        try write([], to: errors)
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: path(output)))
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: path(errors)))
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        defer { for name in [output, errors] { try? FileManager.default.removeItem(atPath: path(name)) } }
        return ProgramResult(
            output: String(decoding: try bytes(output), as: UTF8.self),
            errors: String(decoding: try bytes(errors), as: UTF8.self), status: process.terminationStatus)
    }

    /// Runs a program that must succeed.
    @discardableResult
    func need(_ program: String, _ arguments: [String]) throws -> String {
        let result = try run(program, arguments)
        guard result.status == 0 else { throw ToolFailure(program: program, arguments: arguments, result: result) }
        return result.output
    }
}

struct ToolFailure: Error {
    var program: String
    var arguments: [String]
    var result: ProgramResult
}

/// LLVM's tools of the version that the tests compare with.
enum LLVM {
    static func tool(_ name: String) -> String { "llvm-\(name)-22" }
}
