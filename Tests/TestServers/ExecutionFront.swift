/// What stands before a gRPC server with workers, writes down what it is asked, and does to actions what servers do on
/// bad days.
public final class ExecutionFront {
    public enum Kind: String, Sendable {
        /// Passes everything on.
        case none
        /// Has no worker that fits: each action waits for ever.
        case queue
        /// Breaks each `Execute` off after its first message.
        case cut
        /// Does that, and then knows nothing of the operation.
        case forget
        /// Does that, refuses three calls that would take the operation up again, then knows nothing of it, and refuses
        /// the next `Execute` too.
        case restart
        /// Breaks each `Execute` off as if it were at fault itself.
        case hiccup
        /// Has lost what actions need, and says so of the call.
        case lost
        /// Says nothing of an operation for a second.
        case late
        /// Serves another action's result.
        case mixUp = "mix-up"
    }

    private let front: PythonFront

    public static var isInstalled: Bool { PythonFront.isInstalled }

    public init(before port: Int, _ kind: Kind) throws {
        front = try PythonFront("execution_front.py", before: port, kind: kind.rawValue)
    }

    /// What goes after `--remote`.
    public var address: String { front.address }

    /// The methods that were called, in this order: `Execute`, for one.
    public var calls: [String] { front.log }

    public func count(of method: String) -> Int { calls.count { $0 == method } }
}
