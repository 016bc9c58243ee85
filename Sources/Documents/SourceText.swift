/// A document's text under the name by which a person knows it, in lines.
///
/// Lines end as YAML's do: LF, CR LF, CR, NEL, LS or PS.
public struct SourceText: Hashable, Sendable {
    /// The path as it is shown, for example `recipes/zlib/recipe.yaml`.
    public let file: String
    /// The lines without their ends.
    public let lines: [Substring.UnicodeScalarView]

    public init(file: String, text: String) {
        self.file = file
        lines = Self.split(text)
    }

    /// The line of that number, from 1; nil beyond the end.
    public func line(_ number: Int) -> Substring.UnicodeScalarView? {
        lines.indices.contains(number - 1) ? lines[number - 1] : nil
    }

    private static func split(_ text: String) -> [Substring.UnicodeScalarView] {
        let all = text[...].unicodeScalars
        var result: [Substring.UnicodeScalarView] = []
        var start = all.startIndex
        var index = start
        while index < all.endIndex {
            let scalar = all[index]
            let after = all.index(after: index)
            if isBreak(scalar), !(scalar == "\r" && after < all.endIndex && all[after] == "\n") {
                let isPair = scalar == "\n" && index > start && all[all.index(before: index)] == "\r"
                result.append(all[start..<(isPair ? all.index(before: index) : index)])
                start = after
            }
            index = after
        }
        result.append(all[start...])
        return result
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.file == right.file && left.lines.elementsEqual(right.lines) { $0.elementsEqual($1) }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(file)
        hasher.combine(lines.count)
    }
}
