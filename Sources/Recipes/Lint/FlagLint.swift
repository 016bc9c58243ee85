import Documents

/// Finds words that a list of arguments contains several times.
struct FlagLint: LintCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout [LintFinding]) {
        for settings in recipe.settings {
            // Other words of `configure` or for the linker can be the value of the word before them.
            check(settings.configure.filter { $0.value.text?.hasPrefix("-") == true }, &findings)
            check(settings.cflags.filter { Self.begins($0, with: "-") && ($0.value.text?.count ?? 3) > 2 }, &findings)
            check(
                settings.ldflags.filter { Self.begins($0, with: "-Wl,") || Self.begins($0, with: "-L") }, &findings)
            check(settings.defines, &findings)
        }
        for option in recipe.options.map(\.value) {
            check(option.on, &findings)
            check(option.off, &findings)
        }
    }

    private static func begins(_ word: Located<RecipeWord>, with start: String) -> Bool {
        guard case .text(let text) = word.value.pieces.first else { return false }
        return text.hasPrefix(start)
    }

    private func check(_ words: [Located<some Hashable & Sendable>], _ findings: inout [LintFinding]) {
        for (word, first) in words.repeated(by: \.value) {
            findings.add(
                .duplicateFlag, "this word occurs twice in its list", at: word.mark,
                notes: [Diagnostic.Note("the first is here", at: first.mark)])
        }
    }
}
