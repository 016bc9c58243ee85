import Basics
import Documents
import Packages

/// Checks that each reason of `privacy:` is one of Apple's reasons for its kind of system function.
struct PrivacyCheck: RecipeCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout Findings) {
        for entry in recipe.privacy {
            let known = entry.name.value.reasons
            for reason in entry.value where !known.contains(reason.value) {
                findings.error(
                    "`\(reason.value)` is not a reason for `\(entry.name.value.rawValue)`", at: reason.mark,
                    hint: "reasons: \(known.joined(separator: ", "))")
            }
        }
    }
}
