public import Targets

/// What a proposed recipe is for, after it was tried for some targets: no target that failed, nor a group that holds
/// one. Of a group that was not tried one of Apple's that failed is a bad omen for Apple's others.
public struct PromisedTargets: Hashable, Sendable {
    public var tried: Set<Target>
    public var failed: Set<Target>

    public init(tried: Set<Target>, failed: Set<Target>) {
        self.tried = tried
        self.failed = failed
    }

    /// What is left of groups; of one that lost a target those targets that were built. Empty when nothing is.
    public func words(among groups: [String], host: Target) -> [String] {
        groups.flatMap { word -> [String] in
            let targets = TargetSelector(word)?.targets(host: host) ?? []
            let built = targets.filter { tried.contains($0) && !failed.contains($0) }
            guard targets.allSatisfy({ !failed.contains($0) }) else { return built.map(\.name) }
            let isOmen = failed.contains { failed in targets.contains { failed.platform.isApple && $0.platform.isApple }
            }
            return isOmen && built.isEmpty ? [] : [word]
        }
    }
}
