import Foundation
import TestSupport
import Testing

/// Runs scripts with the system's shells.
enum Shell {
    struct Failure: Error {
        let status: Int32
        let errors: String
    }

    /// Returns the words that a script printed, each ended by a NUL. The script must succeed without messages.
    static func run(_ script: String, shell: String = "/bin/sh", in folder: URL) throws -> [String] {
        let bytes = try output(of: [shell, "-c", script], in: folder)
        try #require(bytes.isEmpty || bytes.last == 0, "the output ends with a NUL")
        guard !bytes.isEmpty else { return [] }
        let words = bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false)
        return words.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns a program's standard output. The program must succeed without messages.
    static func output(of words: [String], in folder: URL) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.currentDirectoryURL = folder
        let (output, errors) = (folder.appending(path: ".out"), folder.appending(path: ".err"))
        for file in [output, errors] { try Data().write(to: file) }
        defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        let said = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        guard process.terminationStatus == 0 else {
            throw Failure(status: process.terminationStatus, errors: said)
        }
        #expect(said == "")
        return try Data(contentsOf: output)
    }
}

enum Temporary {
    /// Returns the folder's path as `pwd -P` prints it. Foundation omits the `/private` of temporary folders on macOS.
    static func realPath(_ folder: URL) throws -> String {
        let path = try #require(realpath(folder.path, nil))
        defer { free(path) }
        return String(cString: path)
    }

    /// Runs a body with a folder that is removed afterwards.
    static func folder<Value>(named name: String = "work", _ body: (URL) throws -> Value) throws -> Value {
        let parent = try TemporaryFolder()
        let folder = parent.url(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try withExtendedLifetime(parent) { try body(folder) }
    }
}
