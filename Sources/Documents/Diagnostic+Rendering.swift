// Prints diagnostics as compilers do: the place, the message, the line with the marked part underlined, hint and notes.

import Basics

extension Diagnostic {
    /// Returns the diagnostic as text: several lines, without a line end after the last.
    public func rendered(in source: SourceText) -> String {
        var lines = Self.place(source, severity.rawValue, message, mark)
        if let hint { lines.append("hint: \(hint)".onOneLine) }
        for note in notes { lines += Self.place(source, "note", note.message, note.mark) }
        return lines.joined(separator: "\n")
    }

    private static func place(_ source: SourceText, _ word: String, _ message: String, _ mark: Mark?) -> [String] {
        guard let mark else { return ["\(source.file): \(word): \(message)".onOneLine] }
        return ["\(source.file):\(mark): \(word): \(message)".onOneLine] + Excerpt.lines(of: source, at: mark)
    }
}

/// The marked line of a source and the carets below it.
private enum Excerpt {
    /// The size of the shown part of a very long line, and of the text in it before the mark, in scalars.
    private static let width = 160
    private static let before = 60

    /// Returns the marked line and the line of carets; an empty list when the source does not have the marked line.
    static func lines(of source: SourceText, at mark: Mark) -> [String] {
        guard let line = source.line(mark.line) else { return [] }
        let dropped = line.count > width ? max(0, mark.column - 1 - before) : 0
        let shown = line.dropFirst(dropped).prefix(width)
        let lead = dropped > 0 ? "…" : ""
        let tail = dropped + shown.count < line.count ? "…" : ""
        let text = String(String.UnicodeScalarView(shown.map(printable)))
        let start = min(mark.column - 1 - dropped, shown.count)
        // Tabs stay tabs, so that the carets stand below the marked text.
        let padding = shown.prefix(start).map { $0 == "\t" ? "\t" : " " }.joined()
        let tildes = max(0, min(mark.length, shown.count - start) - 1)
        let gutter = String(repeating: " ", count: String(mark.line).count + 2)
        return [
            "  \(mark.line) | \(lead)\(text)\(tail)".trimmingEnd,
            "\(gutter) | \(lead.isEmpty ? "" : " ")\(padding)^\(String(repeating: "~", count: tildes))",
        ]
    }

    /// Replaces control characters, so that a document cannot control the terminal.
    private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.controlsTerminal && scalar != "\t" ? "\u{FFFD}" : scalar
    }
}

extension String {
    /// The string without the spaces and tabs at its end.
    fileprivate var trimmingEnd: String {
        String(prefix(upTo: lastIndex { $0 != " " && $0 != "\t" }.map(index(after:)) ?? startIndex))
    }
}
