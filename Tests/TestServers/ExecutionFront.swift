/// A front for a gRPC server with workers. It records the calls and adds the faults of real servers to actions.
public final class ExecutionFront {
    public enum Kind: String, Sendable {
        /// Forwards everything.
        case none
        /// Has no matching worker: each action waits forever.
        case queue
        /// Cuts each `Execute` after its first message.
        case cut
        /// Cuts each `Execute` after its first message, and then reports the operation as unknown.
        case forget
        /// Cuts the first `Execute` after its first message, refuses three calls that would resume the operation, then
        /// reports the operation as unknown, and also refuses the next `Execute`.
        case restart
        /// Cuts each `Execute` with an internal error.
        case hiccup
        /// Reports missing inputs for each action, as the status of the call.
        case lost
        /// Sends the first message about an operation a second late.
        case late
        /// Serves the result of another action.
        case mixUp = "mix-up"
    }

    private let front: PythonFront

    public static var isInstalled: Bool { PythonFront.isInstalled }

    public init(before port: Int, _ kind: Kind) throws {
        front = try PythonFront("execution_front.py", before: port, kind: kind.rawValue)
    }

    /// The value for `--remote`.
    public var address: String { front.address }

    /// The called methods in their order, such as `Execute`.
    public var calls: [String] { front.log }

    public func count(of method: String) -> Int { calls.count { $0 == method } }
}
