import Basics
import Documents
import Targets

/// Checks that the entries of `when` name only options and versions that this recipe has, name no targets that depend
/// on the host, and do not require the same option to be on and off.
struct ConditionWordsCheck: RecipeCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout Findings) {
        let names = recipe.options.map(\.name.value.string)
        for entry in recipe.conditions.map(\.value) {
            for option in entry.options + entry.without where !names.contains(option.value.string) {
                findings.unknownOption(option, among: names)
            }
            for range in entry.versions { range.checkMatches(recipe.versions, &findings) }
            for target in entry.targets where target.value == .group(.host) {
                findings.error(
                    "`host` cannot be a condition", at: target.mark,
                    hint: "the result must not depend on the machine that builds it")
            }
            noteContradiction(entry, &findings)
        }
    }

    private func noteContradiction(_ entry: ConditionBlock, _ findings: inout Findings) {
        guard let on = entry.options.first, let off = entry.without.first, entry.options.count == 1,
            entry.without.count == 1, on.value == off.value
        else { return }
        findings.error("`\(on.value)` cannot be on and off at once", at: off.mark)
    }
}
