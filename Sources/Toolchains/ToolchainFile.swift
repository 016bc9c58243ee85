import Documents
import Targets

/// A toolchain as its file declares it: its hosts and targets, and the settings for each. It does not depend on the
/// machine: no tool or path has been searched for yet.
public struct ToolchainFile: Hashable, Sendable {
    public let name: String
    /// A line for the list of toolchains.
    public let summary: String
    /// The systems that it runs on.
    public let hosts: Set<Platform>
    /// The targets that it builds for: a target must match one of these.
    public let targets: [TargetMatch]
    public let entries: [Entry]
    /// The path that messages show.
    public let file: String

    /// Settings with the targets to which they apply.
    public struct Entry: Hashable, Sendable {
        public let match: TargetMatch
        public let settings: ToolchainSettings
        /// The start of the entry.
        let mark: Mark
    }

    public func serves(_ target: Target, host: Target) -> Bool {
        hosts.contains(host.platform) && targets.contains { $0.holds(for: target, host: host) }
    }

    /// Returns every target that it builds for on a host, in the order of `Target.all`.
    public func targets(host: Target) -> [Target] { Target.all.filter { serves($0, host: host) } }

    /// Returns the settings for a target: the entries that apply to it, combined in their order.
    public func settings(for target: Target, host: Target) -> ToolchainSettings {
        entries.reduce(ToolchainSettings()) { result, entry in
            entry.match.holds(for: target, host: host) ? result.overlaid(with: entry.settings) : result
        }
    }
}
