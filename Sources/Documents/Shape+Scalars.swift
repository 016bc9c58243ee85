// Shapes of scalars.

extension Shape where Value == String {
    /// Any text that is not empty.
    public static var text: Shape { text("text") }

    /// Returns a shape of any text that is not empty, with the given noun. An unquoted number or truth value stands for
    /// its spelling, so that the version `1.10` stays `1.10`.
    public static func text(_ noun: String) -> Shape {
        Shape(noun, schema: .text()) { node, findings in
            guard case .scalar(let text, _) = node.content, !node.isNothing, !text.isEmpty else {
                findings.mismatch(noun, node)
                return nil
            }
            return text
        }
    }

    /// Any text; empty text must be quoted.
    public static var anyText: Shape {
        Shape("text", schema: .text()) { node, findings in
            guard case .scalar(let text, _) = node.content, !node.isNothing else {
                findings.mismatch("text", node, hint: node.isNothing ? "write `\"\"` for empty text" : nil)
                return nil
            }
            return text
        }
    }
}

extension Shape where Value == Bool {
    /// `true` or `false`, without quotes.
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
    /// Returns a shape of a whole number within bounds.
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
    /// Returns a shape of text that `parse` accepts. `pattern` describes this text in the schema, as far as a regular
    /// expression can; `hint` describes it to a user.
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

    /// Returns a shape of one word of a fixed list; for any other word, the fault suggests words of the list. `aliases`
    /// maps other common words to the accepted words that the fault then suggests; it does not accept the aliases.
    public static func words(
        _ noun: String, _ values: [String: Value], order: [String], aliases: [String: String] = [:]
    ) -> Shape {
        Shape(noun, schema: .words(order)) { node, findings in
            guard let text = Shape<String>.text(noun).read(node, &findings) else { return nil }
            if let value = values[text] { return value }
            let meant = aliases[text.lowercased()].map { "did you mean `\($0)`?" }
            let hint = meant ?? MessageText.hint(for: text, among: order, naming: "it can be")
            findings.error("`\(text)` is not \(noun)", at: node.mark, hint: hint)
            return nil
        }
    }
}

extension Shape where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// Returns a shape of one of an enumeration's raw values.
    public static func oneOf(_ noun: String, aliases: [String: String] = [:]) -> Shape {
        let pairs = Value.allCases.map { ($0.rawValue, $0) }
        return .words(noun, Dictionary(uniqueKeysWithValues: pairs), order: pairs.map(\.0), aliases: aliases)
    }
}
