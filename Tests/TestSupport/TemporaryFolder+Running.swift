import Foundation

extension TemporaryFolder {
    /// Runs a program in the folder and waits for its end.
    ///
    /// - Parameters:
    ///   - program: a path, or a name that is looked up in PATH.
    ///   - input: the program's standard input.
    ///   - environment: variables that are added to the environment of the tests.
    @discardableResult
    public func run(
        _ program: String, _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> TestProgram.Output {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = url
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // The streams are files, because a program blocks when a pipe is full. They are outside the folder, because
        // some programs list it.
        let streams = ["in", "out", "err"].map { URL(filePath: "\(path).\(UUID().uuidString).\($0)") }
        defer { for file in streams { try? FileManager.default.removeItem(at: file) } }
        for (file, text) in zip(streams, [input, "", ""]) { try Data(text.utf8).write(to: file) }
        process.standardInput = try FileHandle(forReadingFrom: streams[0])
        process.standardOutput = try FileHandle(forWritingTo: streams[1])
        process.standardError = try FileHandle(forWritingTo: streams[2])
        try process.run()
        process.waitUntilExit()
        let status = Int(process.terminationStatus)
        let texts = try streams.dropFirst().map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return TestProgram.Output(
            status: process.terminationReason == .exit ? status : -status, out: texts[0], err: texts[1])
    }

    @discardableResult
    public func run(
        _ program: String, _ arguments: String..., environment: [String: String] = [:]
    ) throws -> TestProgram.Output {
        try run(program, arguments, environment: environment)
    }

    /// Runs a program that must succeed.
    /// - Returns: its output.
    @discardableResult
    public func need(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws -> String {
        let output = try run(program, arguments, environment: environment)
        guard output.status == 0 else { throw FailedProgram(words: [program] + arguments, output: output) }
        return output.out
    }
}

/// A program that a test needs has failed.
public struct FailedProgram: Error {
    public var words: [String]
    public var output: TestProgram.Output

    public init(words: [String], output: TestProgram.Output) {
        self.words = words
        self.output = output
    }
}
