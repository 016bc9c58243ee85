public import Store

/// Machines that run commands for this one. What xbuild does itself, by no command, it does here.
public struct Workers: Sendable {
    public var runner: RemoteRunner
    /// How many commands they are given at once.
    public var jobs: Int
    public var use: Use

    /// What they are given.
    public enum Use: String, Hashable, Sendable, CaseIterable {
        /// All commands. This machine runs what they refuse.
        case always
        /// Commands for which this machine has no job free.
        case auto
    }

    public init(runner: RemoteRunner, jobs: Int, use: Use) {
        (self.runner, self.jobs, self.use) = (runner, max(1, jobs), use)
    }
}
