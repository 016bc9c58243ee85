import Basics
import Targets

/// An entry of `when:`: the builds to which it applies, and its changes for them.
///
/// Each list is a condition: at least one of its elements must match the build. An empty list matches every build.
public struct Condition: Hashable, Sendable {
    public var platforms: [Platform] = []
    public var architectures: [Architecture] = []
    public var environments: [Environment] = []
    public var targets: [TargetSelector] = []
    /// Names of toolchains.
    public var toolchains: [String] = []
    public var versions: [VersionRange] = []
    /// Options, at least one of which must be on.
    public var options: [OptionName] = []
    /// Options, at least one of which must be off.
    public var without: [OptionName] = []

    public var settings = Settings()
    public var dependencies: [Dependency] = []
    /// The oldest version of the system on which the result runs; nil if the entry sets none.
    public var minimum: OSVersion?

    /// Returns whether the entry's conditions on targets match a target.
    public func matches(_ target: Target) -> Bool {
        Self.accepts(platforms, target.platform) && Self.accepts(architectures, target.architecture)
            && Self.accepts(environments, target.environment)
            // No selector of a condition depends on the host: the reader refuses `host`.
            && (targets.isEmpty || targets.contains { $0.targets(host: target).contains(target) })
    }

    /// Returns whether the entry applies to a build. Options that are not in `options` count as off.
    func matches(version: Version, target: Target, toolchain: String, options: [OptionName: Bool]) -> Bool {
        matches(target) && Self.accepts(toolchains, toolchain) && matches(version: version, options: options)
    }

    /// Returns whether the entry's conditions on versions and options match. Options that are not in `options` count as
    /// off.
    public func matches(version: Version, options: [OptionName: Bool]) -> Bool {
        (versions.isEmpty || versions.contains { $0.contains(version) })
            && (self.options.isEmpty || self.options.contains { options[$0] == true })
            && (without.isEmpty || without.contains { options[$0] != true })
    }

    /// Returns the oldest version of a target's system that the entry sets. An entry for an architecture of many systems
    /// sets versions of operating systems; a version of glibc needs an entry that names Linux.
    func minimum(for target: Target) -> OSVersion? {
        switch VersionedSystem(target) {
        case nil: nil
        case .glibc: platforms.contains(.linux) || !targets.isEmpty ? minimum : nil
        case .macos, .ios, .catalyst, .tvos, .watchos, .visionos, .android: minimum
        }
    }

    private static func accepts<Value: Equatable>(_ values: [Value], _ value: Value) -> Bool {
        values.isEmpty || values.contains(value)
    }
}
