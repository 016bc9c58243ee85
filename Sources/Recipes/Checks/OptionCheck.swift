import Basics
import Documents

/// Checks that every option changes something, requires only other options that exist and are on whenever it is on by
/// default, and exists in at least one version.
struct OptionCheck: RecipeCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout Findings) {
        let names = recipe.options.map(\.name.value.string)
        let used = Set(recipe.conditions.flatMap { $0.value.options + $0.value.without }.map(\.value))
        for entry in recipe.options {
            let (name, option) = (entry.name, entry.value)
            if !option.changesSomething, !used.contains(name.value) {
                findings.error(
                    "the option `\(name.value)` changes nothing", at: name.mark,
                    hint: "give `on`, `off`, `depends`, or an entry of `when` with `option: \(name.value)`")
            }
            for other in option.requires { note(other, of: name, among: names, recipe, &findings) }
            for range in option.versions { range.checkMatches(recipe.versions, &findings) }
        }
    }

    private func note(
        _ other: Located<OptionName>, of name: Located<OptionName>, among names: [String], _ recipe: RecipeDocument,
        _ findings: inout Findings
    ) {
        if other.value == name.value {
            findings.error("the option `\(name.value)` requires itself", at: other.mark)
        } else if !names.contains(other.value.string) {
            findings.unknownOption(other, among: names)
        } else if isOn(name.value, recipe), !isOn(other.value, recipe) {
            findings.error(
                "`\(name.value)` is on by default but `\(other.value)`, which it requires, is off", at: other.mark)
        }
    }

    private func isOn(_ name: OptionName, _ recipe: RecipeDocument) -> Bool {
        recipe.options.contains { $0.name.value == name && $0.value.isOnByDefault }
    }
}

extension Findings {
    mutating func unknownOption(_ name: Located<OptionName>, among names: [String]) {
        let hint =
            names.isEmpty
            ? "this recipe has no options" : MessageText.hint(for: name.value.string, among: names, naming: "options")
        error("unknown option `\(name.value)`", at: name.mark, hint: hint)
    }
}

extension Located<VersionRange> {
    /// Notes a range that contains none of the recipe's versions.
    func checkMatches(_ versions: [TableEntry<Version, VersionBlock>]?, _ findings: inout Findings) {
        guard let versions, !versions.isEmpty, !versions.contains(where: { value.contains($0.name.value) }) else {
            return
        }
        let known = versions.map(\.name.value.string)
        findings.error(
            "`\(value)` matches no version of this recipe", at: mark, hint: "versions: \(MessageText.list(known))")
    }
}
