import SystemPackage
import TestSupport

/// A temporary folder that gives paths in the types that stores accept.
final class TestFolder: Sendable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var path: FilePath { FilePath(folder.path) }

    static func / (folder: TestFolder, name: String) -> FilePath { folder.path.appending(name) }

    func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

    func read(_ name: String) -> [UInt8]? { folder.read(name) }

    func exists(_ name: String) -> Bool { folder.exists(name) }

    /// Runs a shell script in the folder and returns its output. Throws an error, which fails the test, if the script
    /// fails.
    @discardableResult
    func shell(_ script: String) throws -> String { try folder.need("/bin/sh", ["-euc", script]) }
}
