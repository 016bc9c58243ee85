import Documents
import Targets

/// Which targets an entry of a toolchain file is for: every condition that is given must hold.
public struct TargetMatch: Hashable, Sendable {
    public var platforms: Set<Platform>?
    public var architectures: Set<Architecture>?
    public var environments: Set<Environment>?
    /// Whether the target is the host itself.
    public var isNative: Bool?

    public init(
        platforms: Set<Platform>? = nil, architectures: Set<Architecture>? = nil, environments: Set<Environment>? = nil,
        isNative: Bool? = nil
    ) {
        self.platforms = platforms
        self.architectures = architectures
        self.environments = environments
        self.isNative = isNative
    }

    /// Whether it holds for a target whatever the host is.
    public func holds(for target: Target) -> Bool {
        platforms?.contains(target.platform) ?? true && architectures?.contains(target.architecture) ?? true
            && environments?.contains(target.environment) ?? true
    }

    public func holds(for target: Target, host: Target) -> Bool {
        holds(for: target) && isNative ?? (target == host) == (target == host)
    }
}

extension TargetMatch {
    static let shape = Shape<TargetMatch>.mapping(
        "a mapping of conditions",
        .optional("platform", Shape<Platform>.oneOf("a platform").oneOrMany, "the platforms that are meant"),
        .optional("architecture", architecture.oneOrMany, "the architectures that are meant"),
        .optional(
            "environment", Shape<Environment>.oneOf("an environment").oneOrMany, "the environments that are meant"),
        .optional("native", Shape<Bool>.bool, "whether the target is the machine that builds")
    ) { platforms, architectures, environments, native in
        TargetMatch(
            platforms: platforms.map(Set.init), architectures: architectures.map(Set.init),
            environments: environments.map(Set.init), isNative: native)
    }

    private static let architecture = Shape<Architecture>.oneOf("an architecture")
}
