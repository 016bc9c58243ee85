/// A file's text in which values are replaced at their marks.
public struct EditedText {
    private let scalars: [Unicode.Scalar]
    /// The start of each line.
    private let starts: [Int]
    private var edits: [(range: Range<Int>, text: String)] = []

    public init(_ bytes: [UInt8]) {
        scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        // A byte order mark is not part of the first line and stays in place.
        var starts = [scalars.first == "\u{FEFF}" ? 1 : 0]
        for (index, scalar) in scalars.enumerated() where SourceText.endsLine(scalar) {
            if scalar == "\r", scalars.dropFirst(index + 1).first == "\n" { continue }
            starts.append(index + 1)
        }
        self.starts = starts
    }

    /// Replaces a scalar's text; quotes around it stay.
    public mutating func replace(_ node: DocumentNode?, by new: String) {
        guard let node, case .scalar(let old, _) = node.content else { return }
        replace(node.mark, old, by: new)
    }

    /// Replaces the text at a mark if the file has exactly this text there, perhaps in quotes.
    public mutating func replace(_ mark: Mark, _ old: String, by new: String) {
        guard old != new, starts.indices.contains(mark.line - 1) else { return }
        let start = starts[mark.line - 1] + mark.column - 1
        let word = Array(old.unicodeScalars)
        for start in [start, start + 1] where scalars[min(start, scalars.count)...].starts(with: word) {
            edits.append((start..<(start + word.count), new))
            return
        }
    }

    /// The text with the replacements, as UTF-8.
    public var bytes: [UInt8] {
        var result = String.UnicodeScalarView()
        var index = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result.append(contentsOf: scalars[index..<edit.range.lowerBound])
            result.append(contentsOf: edit.text.unicodeScalars)
            index = edit.range.upperBound
        }
        result.append(contentsOf: scalars[index...])
        return Array(String(result).utf8)
    }
}
