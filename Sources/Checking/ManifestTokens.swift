/// MessageText, texts and marks of Swift in order, without comments.
///
/// Tokens are not kept: a file of brackets alone has as many tokens as bytes.
struct ManifestTokens: IteratorProtocol {
    typealias Token = (kind: Kind, line: Int)

    enum Kind: Hashable {
        case word(String)
        /// Nil for a text with computed parts, and for a text of several lines,
        /// whose indentation is not part of it.
        case text(String?)
        case mark(Character)
    }

    /// The line of the first text or comment so far that is never closed.
    private(set) var unclosed: Int?

    private var rest: ArraySlice<Unicode.Scalar>
    private var line = 1

    /// The limit of texts nested in interpolations of texts.
    private static let deepest = 8

    init(_ text: String) { rest = Array(text.unicodeScalars)[...] }

    mutating func next() -> Token? {
        while let first = rest.first {
            let start = line
            if let kind = take(first) { return (kind, start) }
        }
        return nil
    }

    /// Takes at least the first scalar; nil for space and comments.
    private mutating func take(_ first: Unicode.Scalar) -> Kind? {
        if first == "\"" || first == "#" {
            let fence = rest.prefix { $0 == "#" }.count
            if rest.dropFirst(fence).first == "\"" { return .text(text(fence: fence, depth: 0)) }
            skip(fence)
            return .mark("#")
        } else if starts("/", "/") {
            while let next = rest.first, next != "\n" { skip(1) }
        } else if starts("/", "*") {
            skipComment()
        } else if Self.isWord(first) {
            let word = rest.prefix(while: Self.isWord)
            skip(word.count)
            return .word(String(String.UnicodeScalarView(word)))
        } else {
            skip(1)
            return first.properties.isWhitespace ? nil : .mark(Character(first))
        }
        return nil
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", ".": true
        case ..<"\u{80}": false
        default: scalar.properties.isXIDContinue
        }
    }

    private func starts(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        rest.first == first && rest.dropFirst().first == second
    }

    private mutating func skip(_ count: Int) {
        for scalar in rest.prefix(count) where scalar == "\n" { line += 1 }
        rest = rest.dropFirst(count)
    }

    private mutating func skipComment() {
        let start = line
        var depth = 0
        while !rest.isEmpty {
            if starts("/", "*") {
                depth += 1
                skip(2)
            } else if starts("*", "/") {
                depth -= 1
                skip(2)
                if depth == 0 { return }
            } else {
                skip(1)
            }
        }
        unclosed = unclosed ?? start
    }

    // MARK: Texts

    /// Takes a text of one line or of several; raw if number signs precede it: `"a"`, `#"a"b"#`, `"""`.
    private mutating func text(fence: Int, depth: Int) -> String? {
        let start = line
        let hashes = Array(repeating: Unicode.Scalar("#"), count: fence)
        let isLong = isLong(behind: fence, hashes)
        let end = Array((isLong ? "\"\"\"" : "\"").unicodeScalars) + hashes
        let escape = ["\\"] + hashes
        skip(fence + (isLong ? 3 : 1))
        var text = String.UnicodeScalarView()
        var isPlain = !isLong
        while let first = rest.first, isLong || first != "\n" {
            if first == "\"", rest.starts(with: end) {
                skip(end.count)
                return isPlain ? String(text) : nil
            }
            if first == "\\", rest.starts(with: escape) {
                isPlain = false
                skip(escape.count)
                if rest.first == "(" {
                    skipComputed(isLong: isLong, depth: depth)
                } else if rest.first != "\n" {
                    skip(1)
                }
                continue
            }
            text.append(first)
            skip(1)
        }
        unclosed = unclosed ?? start
        return nil
    }

    /// Returns whether three quotes begin a text of several lines. A raw text must not end in the same line: `#"""#`.
    private func isLong(behind fence: Int, _ hashes: [Unicode.Scalar]) -> Bool {
        var inner = rest.dropFirst(fence)
        guard inner.starts(with: "\"\"\"".unicodeScalars) else { return false }
        guard fence > 0 else { return true }
        while let first = inner.popFirst(), first != "\n" {
            if first == "\"", inner.starts(with: hashes) { return false }
        }
        return true
    }

    /// Skips an interpolation `\(…)`; texts in it have their own brackets.
    private mutating func skipComputed(isLong: Bool, depth: Int) {
        var open = 0
        while let first = rest.first, isLong || first != "\n" {
            let fence = rest.prefix { $0 == "#" }.count
            if rest.dropFirst(fence).first == "\"", depth < Self.deepest {
                _ = text(fence: fence, depth: depth + 1)
                continue
            }
            skip(max(fence, 1))
            if first == "(" { open += 1 }
            if first == ")" { open -= 1 }
            if open == 0 { return }
        }
    }
}
