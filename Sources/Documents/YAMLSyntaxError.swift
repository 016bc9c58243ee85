import CYaml

/// An error that libyaml reports, usually for a text that is not YAML.
struct YAMLSyntaxError: Error {
    /// libyaml's message, for example `did not find expected ',' or ']'`.
    let problem: String?
    /// The place of the problem; nil for problems without one, such as lack of memory.
    let mark: Mark?
    /// The construct that libyaml was reading, and its start.
    let context: (text: String, mark: Mark)?

    init(_ parser: yaml_parser_t) {
        problem = parser.problem.map { String(cString: $0) }
        switch parser.error {
        case YAML_SCANNER_ERROR, YAML_PARSER_ERROR:
            mark = Mark(parser.problem_mark)
            context = parser.context.map { (String(cString: $0), Mark(parser.context_mark)) }
        default:
            mark = nil
            context = nil
        }
    }

    func diagnostic(in source: SourceText) -> Diagnostic {
        guard let problem, let mark else {
            return Diagnostic(.error, problem.map { "not YAML: \($0)" } ?? "not YAML", at: nil)
        }
        if let tab = Self.indentingTab(at: mark, source) {
            return Diagnostic(.error, "a tab cannot be used for indentation", at: tab, hint: "indent with spaces")
        }
        if problem.contains("nesting level") { return Diagnostic(.error, "nested too deeply", at: mark) }
        let hint = problem.hasPrefix("mapping values") ? "put text that holds a colon and a space in quotes" : nil
        guard let context else { return Diagnostic(.error, "not YAML: \(problem)", at: mark, hint: hint) }
        // The end of the file has no text to show: the place is the start of the construct that is not closed.
        guard source.lines.dropFirst(mark.line - 1).contains(where: { !$0.isEmpty }) else {
            return Diagnostic(.error, "not YAML: \(problem) \(context.text)", at: context.mark, hint: hint)
        }
        let note = Diagnostic.Note(context.text, at: context.mark)
        return Diagnostic(.error, "not YAML: \(problem)", at: mark, hint: hint, notes: [note])
    }

    /// Returns the first tab in the indentation of the line at fault.
    private static func indentingTab(at mark: Mark, _ source: SourceText) -> Mark? {
        guard let line = source.line(mark.line),
            let tab = line.prefix(while: { $0 == " " || $0 == "\t" }).firstIndex(of: "\t")
        else { return nil }
        return Mark(line: mark.line, column: tab + 1)
    }
}
