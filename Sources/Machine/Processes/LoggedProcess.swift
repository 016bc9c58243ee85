public import SystemPackage

/// A process to run to its end, whose output goes to a file.
public struct LoggedProcess: Sendable {
    /// The program by its absolute path, and its arguments.
    public var arguments: [String]
    public var folder: FilePath
    /// The existing file for standard output and standard error, interleaved as they are written.
    public var log: FilePath
    /// Seconds after which the process is ended; nil for no limit.
    public var timeout: Int?
    /// Ends the processes that left the process group, or waits for their end. Called when the group has ended.
    public var endEscaped: @Sendable () async -> Void

    public init(
        arguments: [String], folder: FilePath, log: FilePath, timeout: Int?,
        endEscaped: @escaping @Sendable () async -> Void
    ) {
        self.arguments = arguments
        self.folder = folder
        self.log = log
        self.timeout = timeout
        self.endEscaped = endEscaped
    }
}

/// The end of a process whose output went to a file.
public struct ProcessEnd: Hashable, Sendable {
    public var status: Status
    /// The CPU time in seconds of the process and its descendants; nil if it is unknown.
    public var cpuSeconds: Double?

    /// How the process ended.
    public enum Status: Hashable, Sendable {
        case exited(Int)
        case signalled(Int)
        case timedOut
    }
}
