import Documents
import Targets

/// The targets to which a part of a toolchain file applies: every given condition must hold.
public struct TargetMatch: Hashable, Sendable {
    /// The accepted values; an empty list accepts all.
    public var platforms: [Platform]
    public var architectures: [Architecture]
    public var environments: [Environment]
    /// True if the target must equal the host, false if it must differ from it; nil accepts both.
    public var isNative: Bool?

    public init(
        _ platforms: [Platform] = [], _ architectures: [Architecture] = [], _ environments: [Environment] = [],
        isNative: Bool? = nil
    ) {
        self.platforms = platforms
        self.architectures = architectures
        self.environments = environments
        self.isNative = isNative
    }

    /// Returns whether the conditions hold for a target on at least one host.
    public func holds(for target: Target) -> Bool {
        Self.accepts(platforms, target.platform) && Self.accepts(architectures, target.architecture)
            && Self.accepts(environments, target.environment)
    }

    public func holds(for target: Target, host: Target) -> Bool {
        holds(for: target) && (isNative == nil || isNative == (target == host))
    }

    private static func accepts<Value: Equatable>(_ values: [Value], _ value: Value) -> Bool {
        values.isEmpty || values.contains(value)
    }
}

extension TargetMatch {
    static let platformKey = Key<[Platform]>.optional(
        "platform", Shape<Platform>.oneOf("a platform").oneOrMany.nonEmpty(), default: [],
        "platforms, one of which must match")
    static let architectureKey = Key<[Architecture]>.optional(
        "architecture", Shape<Architecture>.oneOf("an architecture").oneOrMany.nonEmpty(), default: [],
        "architectures, one of which must match")
    static let environmentKey = Key<[Environment]>.optional(
        "environment", Shape<Environment>.oneOf("an environment").oneOrMany.nonEmpty(), default: [],
        "environments, for example `simulator`")
    static let nativeKey = Key<Bool?>.optional(
        "native", Shape<Bool>.bool, "whether the target is the machine that builds")

    static let shape = Shape<TargetMatch>.mapping(
        "a mapping of conditions", platformKey, architectureKey, environmentKey, nativeKey
    ) { platforms, architectures, environments, native in
        TargetMatch(platforms, architectures, environments, isNative: native)
    }
}
