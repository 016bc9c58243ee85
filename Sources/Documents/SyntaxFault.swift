import Yams

/// What Yams says of text that is not YAML, in our words.
struct SyntaxFault {
    let faults: Faults

    init(_ error: YamlError, _ source: SourceText) {
        faults = Faults([Self.diagnostic(error, source)], in: source)
    }

    private static func diagnostic(_ error: YamlError, _ source: SourceText) -> Diagnostic {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            return syntax(context, problem, mark, source)
        case .duplicatedKeysInMapping(let keys, let context):
            let mark = Mark(line: max(1, context.mark.line), column: max(1, context.mark.column))
            return Diagnostic(.error, "duplicate keys \(Words.list(keys))", at: mark)
        case .reader(let problem, _, _, _), .writer(let problem), .emitter(let problem), .representer(let problem):
            return Diagnostic(.error, "not YAML: \(problem)", at: nil)
        case .no, .memory, .dataCouldNotBeDecoded:
            return Diagnostic(.error, "not YAML", at: nil)
        }
    }

    private static func syntax(
        _ context: YamlError.Context?, _ problem: String, _ mark: Yams.Mark, _ source: SourceText
    ) -> Diagnostic {
        let place = Mark(line: mark.line, column: mark.column)
        if let tab = indentingTab(at: mark, source) {
            return Diagnostic(.error, "a tab cannot indent", at: tab, hint: "indent with spaces")
        }
        if problem.contains("another document") {
            return Diagnostic(.error, "a second document starts here", at: place, hint: "keep one document a file")
        }
        if problem.contains("undefined alias") { return Conversion.anchorFault(at: place) }
        if problem.contains("nesting level") { return Diagnostic(.error, "nested too deeply", at: place) }
        let hint = problem.hasPrefix("mapping values") ? "put text that holds a colon and a space in quotes" : nil
        guard let context else { return Diagnostic(.error, "not YAML: \(problem)", at: place, hint: hint) }
        let start = Mark(line: context.mark.line, column: context.mark.column)
        // At the end of the file there is nothing to show: what was begun and not ended is the place.
        guard source.lines.dropFirst(mark.line - 1).contains(where: { !$0.isEmpty }) else {
            return Diagnostic(.error, "not YAML: \(problem) \(context.text)", at: start, hint: hint)
        }
        let note = Diagnostic.Note(context.text, at: start)
        return Diagnostic(.error, "not YAML: \(problem)", at: place, hint: hint, notes: [note])
    }

    /// The first tab in the indentation of the line at fault.
    private static func indentingTab(at mark: Yams.Mark, _ source: SourceText) -> Mark? {
        guard let line = source.line(mark.line),
            let tab = line.prefix(while: { $0 == " " || $0 == "\t" }).firstIndex(of: "\t")
        else { return nil }
        return Mark(line: mark.line, column: tab + 1)
    }
}
