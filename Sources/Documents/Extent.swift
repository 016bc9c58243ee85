// Computes the extents of scalars: a `YAMLEvent` has only their starts.

extension SourceText {
    /// Returns the place of a scalar's first line.
    ///
    /// - Parameters:
    ///   - text: the scalar's value.
    ///   - place: its start.
    func mark(of text: String, at place: Mark) -> Mark {
        guard let line = line(place.line) else { return place }
        let rest = line.dropFirst(place.column - 1)
        return Mark(line: place.line, column: place.column, length: length(of: text, in: rest))
    }

    private func length(of text: String, in rest: ArraySlice<Unicode.Scalar>) -> Int {
        switch rest.first {
        case "\"", "'": quoted(rest)
        case "|", ">", nil: 1
        default:
            // The text of a plain scalar on one line equals its spelling. Of a longer scalar, the first line is marked.
            rest.starts(with: text.unicodeScalars) ? text.unicodeScalars.count : trimmed(rest)
        }
    }

    private func quoted(_ rest: ArraySlice<Unicode.Scalar>) -> Int {
        let quote = rest[rest.startIndex]
        var index = rest.startIndex + 1
        while index < rest.endIndex {
            if rest[index] == "\\", quote == "\"" {
                index += 1
            } else if rest[index] == quote {
                // In single quotes, a doubled quote stands for one quote.
                let isDoubled = quote == "'" && index + 1 < rest.endIndex && rest[index + 1] == "'"
                guard isDoubled else { return index + 1 - rest.startIndex }
                index += 1
            }
            index += 1
        }
        return trimmed(rest)
    }

    private func trimmed(_ rest: ArraySlice<Unicode.Scalar>) -> Int {
        rest.lastIndex { $0 != " " && $0 != "\t" }.map { $0 + 1 - rest.startIndex } ?? 1
    }
}
