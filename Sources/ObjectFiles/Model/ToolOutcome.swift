/// What a command-line tool of this module has to say when it is done; files it has written already.
public struct ToolOutcome: Hashable, Sendable {
    /// For standard output, with its newlines.
    public var output: String
    /// For standard error, with its newlines.
    public var errors: String
    /// The exit status.
    public var status: Int32

    public init(output: String = "", errors: String = "", status: Int32 = 0) {
        self.output = output
        self.errors = errors
        self.status = status
    }

    /// Says it on this process's own standard streams.
    public func report() {
        if !output.isEmpty { System.emit(output, to: 1) }
        if !errors.isEmpty { System.emit(errors, to: 2) }
    }
}
