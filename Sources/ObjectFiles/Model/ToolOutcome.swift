/// The output of a command-line tool of this module; its files are already written.
public struct ToolOutcome: Hashable, Sendable {
    /// The text for standard output, with its newlines.
    public var output: String
    /// The text for standard error, with its newlines.
    public var errors: String
    /// The exit status.
    public var status: Int32

    public init(output: String = "", errors: String = "", status: Int32 = 0) {
        self.output = output
        self.errors = errors
        self.status = status
    }

    /// Prints the output to this process's own standard streams.
    public func report() {
        if !output.isEmpty { System.emit(output, to: 1) }
        if !errors.isEmpty { System.emit(errors, to: 2) }
    }

    /// Prints the output and ends this process with the status.
    public func exit() -> Never {
        report()
        System.exit(status)
    }
}
