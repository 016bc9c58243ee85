import Subprocess
import SystemPackage

extension ProcessRunner {
    /// The largest output of a program, in bytes: more than the largest package index, far less than a machine's
    /// memory.
    private static let outputLimit = 16 << 20

    /// Runs a real process in exactly the given environment.
    static let capture: Run = { arguments, environment, folder throws(ProcessFailure) in
        guard let program = arguments.first else { throw .notStarted("the argument list is empty") }
        let variables = environment.map { (Environment.Key(stringLiteral: $0.key), $0.value) }
        var options = PlatformOptions()
        options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(2))]
        do {
            let result = try await Subprocess.run(
                program.contains("/") ? .path(FilePath(program)) : .name(program),
                arguments: Arguments(Array(arguments.dropFirst())),
                environment: .custom(Dictionary(variables) { $1 }), workingDirectory: folder,
                platformOptions: options,
                output: .string(limit: outputLimit), error: .string(limit: outputLimit))
            // A program that was ended because the task was cancelled has no result.
            try Task.checkCancellation()
            return ProcessResult(
                status: status(of: result.terminationStatus), output: result.standardOutput,
                errors: result.standardError)
        } catch {
            throw failure(of: error)
        }
    }

    private static func status(of termination: TerminationStatus) -> Int32 {
        switch termination {
        case .exited(let code): Int32(code)
        case .signaled(let signal): 128 + Int32(signal)
        }
    }

    private static func failure(of error: any Error) -> ProcessFailure {
        guard !Task.isCancelled, !(error is CancellationError) else { return .cancelled }
        guard let error = error as? SubprocessError else { return .notStarted("\(error)") }
        return error.code == .executableNotFound ? .notFound : .notStarted(error.description)
    }
}
