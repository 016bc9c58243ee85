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
        // The streams are files, because a program blocks when a pipe is full. The files are outside the folder,
        // because some programs list the folder's contents.
        let streams = ["in", "out", "err"].map { "\(path).\(UUID().uuidString).\($0)" }
        defer { for file in streams { unlink(file) } }
        for (file, text) in zip(streams, [input, "", ""]) { try Data(text.utf8).write(to: URL(filePath: file)) }
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let process = try ChildProcess([program] + arguments, in: path, environment: variables, streams: streams)
        let status = process.wait()
        let texts = try streams.dropFirst().map {
            String(decoding: try Data(contentsOf: URL(filePath: $0)), as: UTF8.self)
        }
        return TestProgram.Output(status: status, out: texts[0], err: texts[1])
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
