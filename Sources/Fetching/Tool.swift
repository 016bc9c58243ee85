// Runs a program that a location needs. When it fails, the error contains the line of its output that explains the
// failure.

import Machine
import SystemPackage

/// A program that a location needs.
struct Tool: Sendable {
    let name: String
    /// The package that provides the program.
    let package: String
    /// The prefixes of the program's error lines, the most informative first.
    let errorMarks: [String]

    /// Runs the program and returns its standard output; throws when it fails.
    func run(
        _ arguments: [String], environment: [String: String], folder: FilePath, _ runner: ProcessRunner
    ) async throws(FetchError) -> String {
        let result: ProcessResult
        do throws(ProcessFailure) {
            result = try await runner.run(arguments, environment, folder)
        } catch {
            switch error {
            case .notFound: throw .missingTool(name, package: package)
            case .notStarted(let reason): throw .toolFailed(name, status: 127, message: reason)
            case .cancelled: throw .cancelled
            }
        }
        guard result.status == 0 else {
            throw .toolFailed(name, status: result.status, message: message(in: result))
        }
        return result.output
    }

    /// Returns the first line with the most informative prefix, otherwise the last line.
    private func message(in result: ProcessResult) -> String {
        let lines = (result.output + "\n" + result.errors).split(whereSeparator: \.isNewline)
        for mark in errorMarks {
            if let line = lines.first(where: { $0.hasPrefix(mark) }) { return String(line.dropFirst(mark.count)) }
        }
        return lines.last.map(String.init) ?? ""
    }
}
