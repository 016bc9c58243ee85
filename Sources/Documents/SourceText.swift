/// A document's text, in lines, and the file name that messages show.
///
/// Lines end as in YAML: LF, CR LF, CR, NEL, LS or PS.
public struct SourceText: Hashable, Sendable {
    /// The path as messages show it, for example `recipes/zlib/recipe.yaml`.
    public let file: String
    /// The lines without their ends.
    public let lines: [[Unicode.Scalar]]

    public init(file: String, text: String) {
        self.file = file
        lines = Self.split(text)
    }

    /// Returns the line with that number, counted from 1; nil if there is none.
    public func line(_ number: Int) -> [Unicode.Scalar]? {
        lines.indices.contains(number - 1) ? lines[number - 1] : nil
    }

    private static func split(_ text: String) -> [[Unicode.Scalar]] {
        var result: [[Unicode.Scalar]] = [[]]
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if scalar == "\n", previous == "\r" {
                // The second half of a CR LF.
            } else if endsLine(scalar) {
                result.append([])
            } else {
                result[result.count - 1].append(scalar)
            }
            previous = scalar
        }
        return result
    }

    /// Returns whether a line ends with this character. The pair CR LF is one end.
    public static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }
}
