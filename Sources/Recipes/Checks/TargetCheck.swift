import Documents
import Targets

/// Checks that each default target is named once.
struct TargetCheck: RecipeCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout Findings) {
        for (target, first) in (recipe.targets ?? []).repeated(by: \.value) {
            let note = Diagnostic.Note("first named here", at: first.mark)
            findings.add(Diagnostic(.warning, "duplicate target", at: target.mark, notes: [note]))
        }
    }
}
