/// What can be read of a `Package.swift` without running it: calls, their labelled texts and lists of texts.
///
/// A manifest is a program: what it computes is not seen, and nothing is said of it.
struct ManifestText {
    var calls: [Call] = []
    /// The line of a quote, comment or bracket that is never closed.
    var unclosed: Int?

    /// A call of a member: `.binaryTarget(name: "Z", path: "Z.xcframework")`.
    struct Call {
        var name: String
        /// From 1.
        var line: Int
        /// The calls around it, outermost first: `Package`, `.target`.
        var path: [String]
        /// By label; the first without one has the label ``.
        var texts: [String: String] = [:]
        /// Texts of a list, and whether nothing else stands in it.
        var lists: [String: [String]] = [:]
        /// Single words by label: `.v13`.
        var words: [String: String] = [:]
        /// Labels that are there, whatever is behind them.
        var labels: Set<String> = []
        /// Labels whose values are more than one text or a list of texts.
        var computed: Set<String> = []
    }

    /// Those with the name.
    func calls(_ names: String...) -> [Call] { calls.filter { names.contains($0.name) } }
}

extension ManifestText {
    init(parsing text: String) {
        var reader = ManifestReader(tokens: ManifestTokens(text))
        reader.run()
        calls = reader.calls.sorted { $0.line < $1.line }
        unclosed = reader.unclosed
    }
}

/// Words, texts and marks of Swift, comments left out.
struct ManifestTokens {
    enum Kind: Hashable {
        case word(String)
        /// Nil for a text with something computed in it.
        case text(String?)
        case mark(Character)
    }

    var all: [(kind: Kind, line: Int)] = []
    var unclosed: Int?

    init(_ text: String) {
        var rest = Array(text.unicodeScalars)[...]
        var line = 1
        while let first = rest.first {
            if first == "\n" { line += 1 }
            if rest.starts(with: "//".unicodeScalars) {
                rest = rest.drop { $0 != "\n" }
            } else if rest.starts(with: "/*".unicodeScalars) {
                skipComment(&rest, &line)
            } else if first == "\"" {
                let start = line
                all.append((.text(quoted(&rest, &line)), start))
            } else if first.properties.isXIDStart || first == "_" || first == "." || first.properties.numericType != nil
            {
                let word = rest.prefix { $0.properties.isXIDContinue || $0 == "." }
                all.append((.word(String(String.UnicodeScalarView(word))), line))
                rest = rest.dropFirst(word.count)
            } else {
                if !first.properties.isWhitespace { all.append((.mark(Character(first)), line)) }
                rest = rest.dropFirst()
            }
        }
    }

    private mutating func skipComment(_ rest: inout ArraySlice<Unicode.Scalar>, _ line: inout Int) {
        let start = line
        var depth = 0
        while let first = rest.first {
            if rest.starts(with: "/*".unicodeScalars) {
                depth += 1
                rest = rest.dropFirst(2)
            } else if rest.starts(with: "*/".unicodeScalars) {
                depth -= 1
                rest = rest.dropFirst(2)
                if depth == 0 { return }
            } else {
                if first == "\n" { line += 1 }
                rest = rest.dropFirst()
            }
        }
        unclosed = unclosed ?? start
    }

    /// A text of one line or of several; nil when it holds an interpolation or an escape.
    private mutating func quoted(_ rest: inout ArraySlice<Unicode.Scalar>, _ line: inout Int) -> String? {
        let start = line
        let isLong = rest.starts(with: "\"\"\"".unicodeScalars)
        let end = Array((isLong ? "\"\"\"" : "\"").unicodeScalars)
        rest = rest.dropFirst(end.count)
        var text = String.UnicodeScalarView()
        var isPlain = true
        while let first = rest.first, !rest.starts(with: end) {
            if first == "\n" {
                guard isLong else { break }
                line += 1
            }
            if first == "\\" {
                isPlain = false
                rest = rest.dropFirst()
                guard let next = rest.first else { break }
                if next == "(" { skipInterpolation(&rest) } else { rest = rest.dropFirst() }
                continue
            }
            text.append(first)
            rest = rest.dropFirst()
        }
        guard rest.starts(with: end) else {
            unclosed = unclosed ?? start
            return nil
        }
        rest = rest.dropFirst(end.count)
        return isPlain ? String(text) : nil
    }

    private func skipInterpolation(_ rest: inout ArraySlice<Unicode.Scalar>) {
        var depth = 0
        while let first = rest.first, first != "\n" {
            rest = rest.dropFirst()
            if first == "(" { depth += 1 }
            if first == ")" { depth -= 1 }
            if depth == 0 { return }
        }
    }
}
