import Basics
import Targets

/// An entry of `when:`: which builds it is about, and what it changes for them.
///
/// Every list that holds something must hold the build's value; an empty one takes all.
public struct Condition: Hashable, Sendable {
    public var platforms: [Platform] = []
    public var architectures: [Architecture] = []
    public var environments: [Environment] = []
    public var targets: [TargetSelector] = []
    /// Names of toolchains.
    public var toolchains: [String] = []
    public var versions: [VersionRange] = []
    /// Options of which one must be on.
    public var options: [OptionName] = []
    /// Options of which one must be off.
    public var without: [OptionName] = []

    public var settings = Settings()
    public var dependencies: [Dependency] = []
    /// The oldest version of the system on which the result runs; nil where nothing is said.
    public var minimum: OSVersion?

    /// Whether its conditions on targets take this one.
    public func matches(_ target: Target) -> Bool {
        Self.takes(platforms, target.platform) && Self.takes(architectures, target.architecture)
            && Self.takes(environments, target.environment)
            // No selector of a condition depends on the host: `host` is refused when it is read.
            && (targets.isEmpty || targets.contains { $0.targets(host: target).contains(target) })
    }

    /// Whether it is about this build. Options that are not named count as off.
    public func matches(version: Version, target: Target, toolchain: String, options: [OptionName: Bool]) -> Bool {
        matches(target) && Self.takes(toolchains, toolchain)
            && (versions.isEmpty || versions.contains { $0.contains(version) })
            && (self.options.isEmpty || self.options.contains { options[$0] == true })
            && (without.isEmpty || without.contains { options[$0] != true })
    }

    private static func takes<Value: Equatable>(_ values: [Value], _ value: Value) -> Bool {
        values.isEmpty || values.contains(value)
    }
}
