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

    /// The result of a process; `output` contains both streams.
    struct Result {
        var status: Int
        var output: String
    }

    /// Runs a program of PATH in the folder.
    func run(_ arguments: [String]) throws -> Result {
        let output = try folder.run(arguments[0], Array(arguments.dropFirst()))
        return Result(status: output.status, output: output.out + output.err)
    }

    func run(_ arguments: [Argument]) throws -> Result { try run(arguments.map { $0.resolved(root: root.path) }) }
}

/// Returns the compiler for a target without any system headers.
func freestandingClang(_ target: Target) -> [String] {
    ["clang", "-target", target.triple, "-ffreestanding", "-nostdlibinc"]
}
