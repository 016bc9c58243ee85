import Foundation
import SystemPackage
import TestSupport

/// A temporary folder whose files have the paths that stores take.
final class TestFolder: Sendable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var path: FilePath { FilePath(folder.path) }

    static func / (folder: TestFolder, name: String) -> FilePath { folder.path.appending(name) }

    func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

    func read(_ name: String) -> [UInt8]? { folder.read(name) }

    func exists(_ name: String) -> Bool { folder.exists(name) }

    /// Returns the output of a shell script that runs in the folder; throws, and so fails the test, when the script
    /// fails.
    @discardableResult
    func shell(_ script: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-euc", script]
        process.currentDirectoryURL = folder.url
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ShellFailure(status: process.terminationStatus) }
        return String(decoding: bytes, as: UTF8.self)
    }

    struct ShellFailure: Error { let status: Int32 }
}
