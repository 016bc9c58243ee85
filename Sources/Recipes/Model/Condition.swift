import Basics
import Targets

/// An entry of `when:`: the builds to which it applies, and its changes for them.
///
/// Every list that is not empty must contain the build's value; an empty list matches every build.
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
    /// The oldest version of the system on which the result runs; nil if the entry sets none.
    public var minimum: OSVersion?

    /// Returns whether the entry's conditions on targets match a target.
    public func matches(_ target: Target) -> Bool {
        Self.takes(platforms, target.platform) && Self.takes(architectures, target.architecture)
            && Self.takes(environments, target.environment)
            // No selector of a condition depends on the host: the reader refuses `host`.
            && (targets.isEmpty || targets.contains { $0.targets(host: target).contains(target) })
    }

    /// Returns whether the entry applies to a build. Options that are not named count as off.
    func matches(version: Version, target: Target, toolchain: String, options: [OptionName: Bool]) -> Bool {
        matches(target) && Self.takes(toolchains, toolchain) && matches(version: version, options: options)
    }

    /// Returns whether the entry applies to some target and toolchain. Options that are not named count as off.
    public func matches(version: Version, options: [OptionName: Bool]) -> Bool {
        (versions.isEmpty || versions.contains { $0.contains(version) })
            && (self.options.isEmpty || self.options.contains { options[$0] == true })
            && (without.isEmpty || without.contains { options[$0] != true })
    }

    private static func takes<Value: Equatable>(_ values: [Value], _ value: Value) -> Bool {
        values.isEmpty || values.contains(value)
    }
}
