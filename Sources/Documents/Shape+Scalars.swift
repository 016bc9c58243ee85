// Shapes of single words.

extension Shape where Value == String {
    /// Any text that is not empty.
    public static var text: Shape { text("text") }

    /// Any text that is not empty, called by another noun. A number or truth value is its own spelling, so that the
    /// version `1.10` stays what it is.
    public static func text(_ noun: String) -> Shape {
        Shape(noun, schema: .text()) { node, findings in
            guard case .scalar(let text, _) = node.content, !node.isNothing, !text.isEmpty else {
                findings.mismatch(noun, node)
                return nil
            }
            return text
        }
    }

    /// Any text, empty too where it is quoted.
    public static var anyText: Shape {
        Shape("text", schema: .text()) { node, findings in
            guard case .scalar(let text, _) = node.content, !node.isNothing else {
                findings.mismatch("text", node, hint: node.isNothing ? "write `\"\"` for empty text" : nil)
                return nil
            }
            return text
        }
    }

    /// Text that is one of an open list of words, or fails with the nearest of them.
    public static func word(_ noun: String, among words: [String]) -> Shape {
        Shape<String>.words(noun, Dictionary(words.map { ($0, $0) }) { first, _ in first }, order: words)
    }
}

extension Shape where Value == Bool {
    /// `true` or `false`, not in quotes.
    public static var bool: Shape {
        Shape("`true` or `false`", schema: .bool) { node, findings in
            switch node.content {
            case .scalar("true", isPlain: true): return true
            case .scalar("false", isPlain: true): return false
            case .scalar, .list, .mapping:
                findings.mismatch("`true` or `false`", node)
                return nil
            }
        }
    }
}

extension Shape where Value == Int {
    /// A whole number within bounds.
    public static func integer(_ noun: String, in range: ClosedRange<Int>) -> Shape {
        Shape(noun, schema: .integer(range)) { node, findings in
            guard case .scalar(let text, isPlain: true) = node.content, let value = Int(text), range.contains(value)
            else {
                findings.mismatch("\(noun) from \(range.lowerBound) to \(range.upperBound)", node)
                return nil
            }
            return value
        }
    }
}

extension Shape {
    /// Text that a type's own reading takes or leaves. `pattern` says in the schema what it takes, as far as a regular
    /// expression can; `hint` says it to a person.
    public static func parsed(
        _ noun: String, pattern: String? = nil, hint: String? = nil, _ parse: @escaping @Sendable (String) -> Value?
    ) -> Shape {
        Shape(noun, schema: .text(pattern: pattern)) { node, findings in
            guard let text = Shape<String>.text(noun).read(node, &findings) else { return nil }
            if let value = parse(text) { return value }
            findings.error("`\(text)` is not \(noun)", at: node.mark, hint: hint)
            return nil
        }
    }

    /// One of a closed list of words, or as a hint the nearest of them. `aliases` are other words for the same, which
    /// are hinted at too, but not taken: each thing has one spelling.
    public static func words(
        _ noun: String, _ values: [String: Value], order: [String], aliases: [String: String] = [:]
    ) -> Shape {
        Shape(noun, schema: .words(order)) { node, findings in
            guard let text = Shape<String>.text(noun).read(node, &findings) else { return nil }
            if let value = values[text] { return value }
            let meant = aliases[text.lowercased()].map { "did you mean `\($0)`?" }
            let hint = meant ?? Words.hint(for: text, among: order, naming: "it can be")
            findings.error("`\(text)` is not \(noun)", at: node.mark, hint: hint)
            return nil
        }
    }
}

extension Shape where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of an enumeration's words.
    public static func oneOf(_ noun: String, aliases: [String: String] = [:]) -> Shape {
        let pairs = Value.allCases.map { ($0.rawValue, $0) }
        return .words(noun, Dictionary(uniqueKeysWithValues: pairs), order: pairs.map(\.0), aliases: aliases)
    }
}
