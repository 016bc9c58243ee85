import Targets

/// Selects the targets of a proposed recipe after its trial builds: no target that failed, and no group that contains a
/// failed target. If one of Apple's targets failed, groups of Apple's targets that were not tried are left out too.
struct PromisedTargets {
    var tried: Set<Target>
    var failed: Set<Target>

    /// Returns the words for the recipe's `targets:`. A group with a failed target is replaced by those of its targets
    /// that were built. The result is empty when no target remains.
    func words(among groups: [String], host: Target) -> [String] {
        groups.flatMap { word -> [String] in
            let targets = TargetSelector(word)?.targets(host: host) ?? []
            let built = targets.filter { tried.contains($0) && !failed.contains($0) }
            guard targets.allSatisfy({ !failed.contains($0) }) else { return built.map(\.name) }
            let isOfFailedApple = failed.contains { failed in
                targets.contains { failed.platform.isApple && $0.platform.isApple }
            }
            return isOfFailedApple && built.isEmpty ? [] : [word]
        }
    }
}
