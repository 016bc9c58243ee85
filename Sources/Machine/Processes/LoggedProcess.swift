public import SystemPackage

/// A process to run to its end, whose output goes to a file.
public struct LoggedProcess: Sendable {
    /// The program by its absolute path, and its arguments.
    public var arguments: [String]
    public var folder: FilePath
    /// The existing file for its output and errors, in their order.
    public var log: FilePath
    /// Seconds after which it is ended.
    public var timeout: Int?
    /// Ends the processes that left the group, or waits for their end. Called when the group has ended.
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
    /// Seconds of CPU that it and all below it took; nil where it is unknown.
    public var cpuSeconds: Double?

    /// How it ended.
    public enum Status: Hashable, Sendable {
        case exited(Int)
        case signalled(Int)
        case timedOut
    }
}
