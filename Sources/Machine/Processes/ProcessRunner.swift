public import SystemPackage

/// Runs programs to their end; tests replace it.
public struct ProcessRunner: Sendable {
    /// Runs a small program and returns its output.
    ///
    /// The arguments begin with the program, which is looked up in the `PATH` of the given environment. A program that
    /// ends with an error status has a result; the function throws only when the program did not start, its output is
    /// too large, or the task was cancelled.
    public var run: Run
    /// Runs a program in a separate session, with a log file for its output. `report` receives whole lines of the log a
    /// moment after they were written.
    ///
    /// When the task is cancelled, the process is ended. When the call returns, the process and all processes that it
    /// started have ended.
    public var runLogged: RunLogged

    public typealias Run =
        @Sendable (_ arguments: [String], _ environment: [String: String], _ folder: FilePath)
        async throws(ProcessFailure) -> ProcessResult

    public typealias RunLogged =
        @Sendable (LoggedProcess, _ report: @escaping @Sendable ([String]) -> Void)
        async throws(ProcessFailure) -> ProcessEnd

    /// Runs real processes.
    public static let live = ProcessRunner(run: capture) { (process, report) async throws(ProcessFailure) in
        try await process.run(report)
    }

    /// Starts no process: throws an error that contains the arguments.
    public static let unimplemented = ProcessRunner { arguments, _, _ throws(ProcessFailure) in
        throw refusal(arguments)
    } runLogged: { process, _ throws(ProcessFailure) in
        throw refusal(process.arguments)
    }

    private static func refusal(_ arguments: [String]) -> ProcessFailure {
        .notStarted("no process may start here: \(arguments.joined(separator: " "))")
    }
}

/// The end of a program, and its output.
public struct ProcessResult: Hashable, Sendable {
    /// The exit status; 128 plus the signal's number when a signal ended it.
    public var status: Int32
    public var output: String
    public var errors: String

    public init(status: Int32, output: String = "", errors: String = "") {
        self.status = status
        self.output = output
        self.errors = errors
    }
}

/// Why a program did not run.
public enum ProcessFailure: Error, Hashable, Sendable {
    /// `PATH` contains no program of this name.
    case notFound
    /// A system call failed, or the output exceeds the limit.
    case notStarted(String)
    case cancelled
}

extension ProcessFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFound: "there is no such program"
        case .notStarted(let reason): reason
        case .cancelled: "cancelled"
        }
    }
}
