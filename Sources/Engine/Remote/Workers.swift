public import Store

/// Remote machines that run commands. Built-in steps run on this machine.
public struct Workers: Sendable {
    public var runner: RemoteRunner
    /// The number of concurrent commands on the remote machines.
    public var jobs: Int
    public var use: Use

    /// The commands that run on the remote machines.
    public enum Use: String, Hashable, Sendable, CaseIterable {
        /// All commands. This machine runs the commands that the remote machines refuse.
        case always
        /// Commands for which this machine has no free job.
        case auto
    }

    public init(runner: RemoteRunner, jobs: Int, use: Use) {
        (self.runner, self.jobs, self.use) = (runner, max(1, jobs), use)
    }
}
