import Actions
import Basics
import Foundation
import Targets
import TestSupport

/// A temporary folder for real tools, removed with the value; its folders become trees.
final class ToolBench: Sendable {
    private let folder: TemporaryFolder

    init(_ files: [String: String] = [:]) throws { folder = try TemporaryFolder(files) }

    var root: URL { folder.url }

    /// A folder without files.
    static var empty: ToolBench {
        do {
            return try ToolBench()
        } catch {
            preconditionFailure("no temporary folder: \(error)")
        }
    }

    func write(_ bytes: [UInt8], to path: String) throws { try folder.write(bytes, to: path) }

    func bytes(_ path: String) throws -> [UInt8] { try folder.bytes(path) }

    /// Runs a program of PATH in the folder; returns both its streams and its status.
    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = environment.map { "\($0)=\($1)" } + arguments
        process.currentDirectoryURL = root
        let log = root.appending(path: "\(UUID().uuidString).log")
        try Data().write(to: log)
        defer { try? FileManager.default.removeItem(at: log) }
        let handle = try FileHandle(forWritingTo: log)
        process.standardOutput = handle
        process.standardError = handle
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: try Data(contentsOf: log), as: UTF8.self))
    }

    /// Runs a program that must succeed, and returns its output.
    @discardableResult
    func tool(_ arguments: String..., environment: [String: String] = [:]) throws -> String {
        let result = try run(arguments, environment: environment)
        guard result.status == 0 else { throw ToolFailure(arguments: arguments, output: result.output) }
        return result.output
    }

    struct ToolFailure: Error {
        var arguments: [String]
        var output: String
    }

    /// Compiles C sources (`name: text`) into `archive` with clang and llvm-ar.
    func archive(
        _ archive: String, _ sources: [String: String], triple: String, flags: [String] = [], suffix: String = "c"
    ) throws {
        let folder = "objects-\(UUID().uuidString)"
        var objects: [String] = []
        for (name, text) in sources.sorted(by: { $0.key < $1.key }) {
            try write(Array(text.utf8), to: "\(folder)/\(name).\(suffix)")
            let words = ["clang", "-target", triple, "-ffreestanding", "-nostdlibinc", "-w", "-O1"] + flags
            let result = try run(words + ["-c", "-o", "\(folder)/\(name).o", "\(folder)/\(name).\(suffix)"])
            guard result.status == 0 else { throw ToolFailure(arguments: words, output: result.output) }
            objects.append("\(folder)/\(name).o")
        }
        let parent = root.appending(path: archive).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        let isApple = triple.contains("-apple-")
        let words = ["llvm-ar-22", "rcsD", "--format=\(isApple ? "darwin" : "gnu")", archive] + objects
        let result = try run(words)
        guard result.status == 0 else { throw ToolFailure(arguments: words, output: result.output) }
    }
}

extension RelativePath {
    /// Returns a path for tables of tests.
    static func at(_ string: String) -> RelativePath {
        guard let path = RelativePath(string) else { preconditionFailure("not a relative path: \(string)") }
        return path
    }
}

extension Target {
    static func named(_ name: String) -> Target {
        guard let target = Target(name: name) else { preconditionFailure("not a target: \(name)") }
        return target
    }

    static let classicFive: [Target] = [
        "ios-armv7", "ios-armv7s", "ios-arm64", "ios-simulator-i386", "ios-simulator-x86_64",
    ].map(named)
}
