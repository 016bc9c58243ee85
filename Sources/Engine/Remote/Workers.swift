public import Store

/// Remote machines that run commands. Built-in steps run on this machine.
public struct Workers: Sendable {
    public var runner: RemoteRunner
    /// The number of concurrent commands on them.
    public var jobs: Int
    public var use: Use

    /// The commands that they run.
    public enum Use: String, Hashable, Sendable, CaseIterable {
        /// All commands. This machine runs those that they refuse.
        case always
        /// Commands for which this machine has no free job.
        case auto
    }

    public init(runner: RemoteRunner, jobs: Int, use: Use) {
        (self.runner, self.jobs, self.use) = (runner, max(1, jobs), use)
    }
}
