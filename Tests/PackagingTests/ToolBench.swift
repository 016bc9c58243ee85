import Foundation
import TestSupport

/// A temporary folder in which tools run. It is removed together with this object.
final class ToolBench: Sendable {
    private let folder: TemporaryFolder

    init(_ files: [String: String] = [:]) throws { folder = try TemporaryFolder(files) }

    var root: URL { folder.url }

    /// A new folder without files.
    static var empty: ToolBench {
        do {
            return try ToolBench()
        } catch {
            preconditionFailure("no temporary folder: \(error)")
        }
    }

    func write(_ bytes: [UInt8], to path: String) throws { try folder.write(bytes, to: path) }

    func bytes(_ path: String) throws -> [UInt8] { try folder.bytes(path) }

    /// Runs a program of PATH in the folder; returns its status and the text of both its output streams.
    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> (status: Int, output: String) {
        let output = try folder.run(arguments[0], Array(arguments.dropFirst()), environment: environment)
        return (output.status, output.out + output.err)
    }

    /// Runs a program that must succeed, and returns the text of both its output streams.
    @discardableResult
    func tool(_ arguments: String..., environment: [String: String] = [:]) throws -> String {
        try tool(arguments, environment: environment)
    }

    @discardableResult
    func tool(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
        let output = try folder.run(arguments[0], Array(arguments.dropFirst()), environment: environment)
        guard output.status == 0 else { throw FailedProgram(words: arguments, output: output) }
        return output.out + output.err
    }

    /// Compiles sources (texts by name) into `archive` with clang and llvm-ar.
    func archive(
        _ archive: String, _ sources: [String: String], triple: String, flags: [String] = [], suffix: String = "c"
    ) throws {
        let folder = "objects-\(UUID().uuidString)"
        var objects: [String] = []
        for (name, text) in sources.sorted(by: { $0.key < $1.key }) {
            try write(Array(text.utf8), to: "\(folder)/\(name).\(suffix)")
            let words = ["clang", "-target", triple, "-ffreestanding", "-nostdlibinc", "-w", "-O1"] + flags
            try tool(words + ["-c", "-o", "\(folder)/\(name).o", "\(folder)/\(name).\(suffix)"])
            objects.append("\(folder)/\(name).o")
        }
        let parent = root.appending(path: archive).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        let isApple = triple.contains("-apple-")
        try tool(["llvm-ar-22", "rcsD", "--format=\(isApple ? "darwin" : "gnu")", archive] + objects)
    }
}
