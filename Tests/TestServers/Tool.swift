import Foundation
import TestSupport

/// Programs that tests run: servers, and tools whose results the tests compare.
public enum Tool {
    public struct Missing: Error { public var name: String }

    /// A program failed.
    public struct Failed: Error {
        public var program: String
        public var status: Int32
    }

    /// Returns the path of a program; servers are often only on root's PATH. `scripts/setup tests` installs them.
    public static func url(_ name: String) throws -> URL {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        for folder in path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin", "/usr/local/sbin"] {
            let file = "\(folder)/\(name)"
            if FileManager.default.isExecutableFile(atPath: file) { return URL(filePath: file) }
        }
        throw Missing(name: name)
    }

    /// Runs a program and discards its output. Throws if the program fails.
    static func run(_ program: URL, _ arguments: [String], in folder: URL? = nil) throws {
        let process = try ChildProcess(
            [program.path] + arguments, in: (folder ?? FileManager.default.temporaryDirectory).path,
            environment: ProcessInfo.processInfo.environment, streams: ["/dev/null", "/dev/null", "/dev/null"])
        let status = process.wait()
        if status != 0 { throw Failed(program: program.path, status: Int32(status)) }
    }
}
