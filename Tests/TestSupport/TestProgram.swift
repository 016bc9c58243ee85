import Foundation
import Subprocess
import SystemPackage

/// Runs programs to their end and keeps all their output.
public enum TestProgram {
    /// The result of a program's run.
    public struct Output: Sendable {
        /// The exit status, or the negated number of the signal that ended the program.
        public var status: Int
        public var out: String
        public var err: String
    }

    /// - Parameter program: an absolute path, or a name that is looked up in PATH.
    public static func run(
        _ program: String, _ arguments: [String], in folder: URL, environment: [String: String]
    ) async throws -> Output {
        let variables = Dictionary(
            uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0.key), $0.value) })
        let result = try await Subprocess.run(
            program.hasPrefix("/") ? .path(FilePath(program)) : .name(program),
            arguments: Arguments(arguments), environment: .custom(variables),
            workingDirectory: FilePath(folder.path(percentEncoded: false)),
            output: .string(limit: 1 << 26), error: .string(limit: 1 << 26))
        let status =
            switch result.terminationStatus {
            case .exited(let code): Int(code)
            case .signaled(let signal): -Int(signal)
            }
        return Output(status: status, out: result.standardOutput, err: result.standardError)
    }
}
