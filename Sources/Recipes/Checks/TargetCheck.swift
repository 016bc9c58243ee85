import Documents
import Targets

/// Checks that each default target is named once.
struct TargetCheck: RecipeCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout Findings) {
        var first: [TargetSelector: Mark] = [:]
        for target in recipe.targets ?? [] {
            if let earlier = first[target.value] {
                findings.warning(
                    "duplicate target", at: target.mark,
                    notes: [Diagnostic.Note("first named here", at: earlier)])
            } else {
                first[target.value] = target.mark
            }
        }
    }
}
