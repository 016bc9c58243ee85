// How small programs are started (apt, pip, xcrun): a value, so that tests can record and answer.

import SystemPackage

/// Runs one program to its end.
public struct ProcessRunner: Sendable {
    /// Starts `arguments` (the program first, looked up in the PATH of `environment`) in a folder and waits for it. A
    /// program that ends with an error is a result; only one that did not start, or a cancelled task, throws.
    public var run:
        @Sendable (_ arguments: [String], _ environment: [String: String], _ folder: FilePath)
            async throws(ProcessFailure) -> ProcessResult

    public init(
        run:
            @escaping @Sendable (_ arguments: [String], _ environment: [String: String], _ folder: FilePath)
            async throws(ProcessFailure) -> ProcessResult
    ) {
        self.run = run
    }
}

/// How a program ended.
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
    /// PATH holds no such program.
    case notFound
    /// The system refused, or it said more than is kept.
    case notStarted(String)
    case cancelled
}
