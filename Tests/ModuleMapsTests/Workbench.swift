import Basics
import Foundation
import Targets
import TestSupport

/// A temporary folder for real tools, removed with the value.
final class Workbench: Sendable {
    private let folder: TemporaryFolder

    init(_ files: [String: String] = [:]) throws { folder = try TemporaryFolder(files) }

    var root: URL { folder.url }

    func write(_ text: String, to path: String) throws { try folder.write(text, to: path) }

    func read(_ path: String) throws -> String { try folder.text(path) }

    /// The result of a process; both streams together.
    struct Result {
        var status: Int32
        var output: String
    }

    /// Runs a program of PATH in the folder.
    func run(_ arguments: [String]) throws -> Result {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = root
        let log = root.appending(path: "\(UUID().uuidString).log")
        try Data().write(to: log)
        let handle = try FileHandle(forWritingTo: log)
        process.standardOutput = handle
        process.standardError = handle
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let output = String(decoding: try Data(contentsOf: log), as: UTF8.self)
        try FileManager.default.removeItem(at: log)
        return Result(status: process.terminationStatus, output: output)
    }

    func run(_ arguments: [Argument]) throws -> Result { try run(arguments.map { $0.resolved(root: root.path) }) }
}

/// Returns the compiler for a target without any system headers.
func freestandingClang(_ target: Target) -> [String] {
    ["clang", "-target", target.triple, "-ffreestanding", "-nostdlibinc"]
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
