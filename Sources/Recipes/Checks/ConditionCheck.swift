import Basics
import Documents
import Targets

/// Checks that an entry of `when` matches some target, and gives a minimum version only for systems that have one.
struct ConditionCheck: RecipeCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout Findings) {
        for entry in recipe.conditions {
            let condition = entry.value.condition
            let targets = Target.all.filter(condition.matches)
            if targets.isEmpty {
                findings.error("this entry matches no target", at: entry.mark, hint: Self.hint(condition))
            } else if let minimum = entry.value.minimum, !targets.contains(where: { VersionedSystem($0) != nil }) {
                findings.error("no target that this entry matches has a minimum version", at: minimum.mark)
            }
        }
    }

    /// Returns a hint that names the systems on which the first architecture or environment exists.
    private static func hint(_ condition: Condition) -> String? {
        if let architecture = condition.architectures.first {
            return "`\(architecture.rawValue)` exists on \(places { $0.architecture == architecture })"
        }
        if let environment = condition.environments.first {
            return "`\(environment.rawValue)` exists on \(places { $0.environment == environment })"
        }
        return nil
    }

    private static func places(_ isWanted: (Target) -> Bool) -> String {
        let words = Target.all.filter(isWanted).map { "\($0.platform.rawValue) \($0.environment.rawValue)" }
        return MessageText.list(words.uniqued())
    }
}
