import Documents
import Testing

/// The rendering of diagnostics on a terminal.
@Suite struct DiagnosticTests {
    private func rendered(_ text: String, _ mark: Mark?, hint: String? = nil, notes: [Diagnostic.Note] = []) -> String {
        Diagnostic(.error, "it is wrong", at: mark, hint: hint, notes: notes)
            .rendered(in: SourceText(file: "recipes/x/recipe.yaml", text: text))
    }

    @Test func `a diagnostic underlines the place and ends with the hint`() {
        let text = String(repeating: "\n", count: 11) + "    configre: x\n"
        #expect(
            rendered(text, Mark(line: 12, column: 5, length: 8), hint: "did you mean `configure`?") == """
                recipes/x/recipe.yaml:12:5: error: it is wrong
                  12 |     configre: x
                     |     ^~~~~~~~
                hint: did you mean `configure`?
                """)
    }

    @Test func `notes have their own places`() {
        let note = Diagnostic.Note("first given here", at: Mark(line: 1, column: 1, length: 1))
        #expect(
            rendered("a: 1\na: 2\n", Mark(line: 2, column: 1), notes: [note]) == """
                recipes/x/recipe.yaml:2:1: error: it is wrong
                  2 | a: 2
                    | ^
                recipes/x/recipe.yaml:1:1: note: first given here
                  1 | a: 1
                    | ^
                """)
    }

    @Test func `a diagnostic without a place is one line`() {
        #expect(rendered("a", nil) == "recipes/x/recipe.yaml: error: it is wrong")
        #expect(rendered("a", Mark(line: 7, column: 1)) == "recipes/x/recipe.yaml:7:1: error: it is wrong")
    }

    @Test func `the caret is below its place in a line with tabs`() {
        #expect(rendered("a:\tb", Mark(line: 1, column: 4)).hasSuffix("  1 | a:\tb\n    |   \t^"))
    }

    @Test func `control characters never reach the terminal`() {
        let text = rendered("a: \u{1B}[2J\u{202E}b", Mark(line: 1, column: 4))
        #expect(text.contains("a: \u{FFFD}[2J\u{FFFD}b"))
    }

    @Test func `long lines are shown around the mark`() {
        let line = String(repeating: "a", count: 500) + "HERE" + String(repeating: "b", count: 500)
        let lines = rendered(line, Mark(line: 1, column: 501, length: 4)).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count < 180 })
        let caret = lines[2].firstIndex(of: "^").map { lines[2].distance(from: lines[2].startIndex, to: $0) }
        let here = lines[1].firstRange(of: "HERE").map {
            lines[1].distance(from: lines[1].startIndex, to: $0.lowerBound)
        }
        #expect(caret == here)
        #expect(lines[2].hasSuffix("^~~~"))
    }

    @Test func `diagnostics are sorted by line`() {
        var findings = Findings()
        findings.error("third", at: Mark(line: 2, column: 1))
        findings.add(Diagnostic(.warning, "second", at: Mark(line: 1, column: 9)))
        findings.error("fourth", at: Mark(line: 2, column: 1))
        findings.error("first", at: nil)
        #expect(findings.sorted.map(\.message) == ["first", "second", "third", "fourth"])
        #expect(findings.hasErrors)
    }

    /// The hint is `did you mean` if there is a similar word, all words if they are few, and nil otherwise.
    @Test func `a hint suggests the nearest word, lists a few words or is absent`() {
        #expect(MessageText.hint(for: "pat", among: ["path", "url"], naming: "keys") == "did you mean `path`?")
        #expect(MessageText.hint(for: "folder", among: ["path", "url"], naming: "keys") == "keys: `path`, `url`")
        #expect(MessageText.hint(for: "folder", among: (0..<99).map { "w\($0)" }, naming: "keys") == nil)
        #expect(MessageText.hint(for: "folder", among: [], naming: "keys") == nil)
    }
}
