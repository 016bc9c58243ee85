import Foundation
import SystemPackage

/// A folder that goes away with the test that made it.
final class TestFolder: Sendable {
    let path: FilePath

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "xbuild-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = FilePath(url.path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path.string) }

    static func / (folder: TestFolder, name: String) -> FilePath { folder.path.appending(name) }

    func write(_ text: String, to name: String) throws {
        let url = URL(filePath: (self / name).string)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func read(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: (self / name).string).map(Array.init) }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: (self / name).string) }

    /// What a shell script prints that runs in the folder; fails the test by throwing when the script fails.
    @discardableResult
    func shell(_ script: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-euc", script]
        process.currentDirectoryURL = URL(filePath: path.string)
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
