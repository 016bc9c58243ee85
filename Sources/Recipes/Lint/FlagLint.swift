import Documents

/// No list says the same word twice.
struct FlagLint: LintCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout LintFindings) {
        for settings in recipe.settings {
            // A word of `configure` or of the linker can be the value of the one before it.
            check(settings.configure.filter { $0.value.text?.hasPrefix("-") == true }, &findings)
            check(settings.cflags.filter { $0.value.hasPrefix("-") && $0.value.count > 2 }, &findings)
            check(settings.ldflags.filter { $0.value.hasPrefix("-Wl,") || $0.value.hasPrefix("-L") }, &findings)
            check(settings.defines, &findings)
        }
        for option in recipe.options.map(\.value) {
            check(option.on, &findings)
            check(option.off, &findings)
        }
    }

    private func check(_ words: [Located<some Hashable & Sendable>], _ findings: inout LintFindings) {
        for (index, word) in words.enumerated() {
            guard let first = words[..<index].first(where: { $0 == word }) else { continue }
            findings.add(
                .duplicateFlag, "this word stands twice in its list", at: word.mark,
                notes: [Diagnostic.Note("the first is here", at: first.mark)])
        }
    }
}
