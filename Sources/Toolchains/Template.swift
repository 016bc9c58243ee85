import Documents

/// A text of a toolchain file in which each `${…}` is parsed and checked, and the text's place.
public struct Template: Hashable, Sendable {
    public let pieces: [Piece]
    public let mark: Mark

    public enum Piece: Hashable, Sendable {
        case text(String)
        case variable(Variable)
    }

    var variables: [Variable] {
        pieces.compactMap { piece -> Variable? in if case .variable(let variable) = piece { variable } else { nil } }
    }
}

extension Template {
    /// Returns a shape of text that may contain the variables allowed in `place`. `$` stands for itself unless `{`
    /// follows.
    static func shape(_ noun: String, in place: Variable.Place) -> Shape<Template> {
        Shape.text(noun).checked { text, node, findings in
            guard let pieces = pieces(of: text, in: place, at: node.mark, &findings) else { return nil }
            return Template(pieces: pieces, mark: node.mark)
        }
    }

    private static func pieces(
        of text: String, in place: Variable.Place, at mark: Mark, _ findings: inout Findings
    ) -> [Piece]? {
        var pieces: [Piece] = []
        var rest = text[...]
        var isSound = true
        while let start = rest.utf8.indices.first(where: { rest.utf8[$0...].starts(with: "${".utf8) }) {
            if start > rest.startIndex { pieces.append(.text(String(rest[..<start]))) }
            let name = rest[rest.utf8.index(start, offsetBy: 2)...]
            guard let end = name.firstIndex(of: "}") else {
                findings.error("unclosed `${`", at: mark, hint: "write `${name}`")
                return nil
            }
            if let variable = variable(String(name[..<end]), in: place, at: mark, &findings) {
                pieces.append(.variable(variable))
            } else {
                isSound = false
            }
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        return isSound ? pieces : nil
    }

    private static func variable(
        _ word: String, in place: Variable.Place, at mark: Mark, _ findings: inout Findings
    ) -> Variable? {
        guard let variable = Variable(word) else {
            let hint = MessageText.hint(for: word, among: Variable.words(in: place), naming: "known variables")
            findings.error("unknown variable `${\(word)}`", at: mark, hint: hint)
            return nil
        }
        guard variable.isAllowed(in: place) else {
            let hint = "variables that can: \(MessageText.list(Variable.words(in: place)))"
            findings.error("`${\(word)}` cannot be used here", at: mark, hint: hint)
            return nil
        }
        return variable
    }
}
