import Documents

// URLs and license expressions. Messages mark the wrong part of such a text, if it is known.

extension RecipeLanguage {
    static let webAddress = Shape<WebAddress>("a URL", schema: .text(pattern: "^https?://[!-~]+$")) { node, findings in
        guard let text = Shape<String>.text("a URL").read(node, &findings) else { return nil }
        do throws(WebAddress.Problem) {
            return try WebAddress(text)
        } catch {
            findings.note(error, text, node)
            return nil
        }
    }

    static let license = Shape<String>.text("a license").checked { text, node, findings -> LicenseExpression? in
        do throws(LicenseExpression.Problems) {
            return try LicenseExpression(text)
        } catch {
            for problem in error.all { findings.note(problem, node) }
            return nil
        }
    }
}

extension Findings {
    fileprivate mutating func note(_ problem: WebAddress.Problem, _ text: String, _ node: DocumentNode) {
        switch problem {
        case .malformed:
            error("`\(text)` is not a URL", at: node.mark, hint: "for example `https://zlib.net/zlib-1.3.1.tar.gz`")
        case .scheme(let scheme):
            let mark = node.mark(offset: 0, length: scheme.unicodeScalars.count)
            error("unsupported scheme `\(scheme)`", at: mark, hint: "it can be: `https`, `http`")
        case .credentials:
            error(
                "a URL must not hold a user or password", at: node.mark, hint: "recipes are public: leave it out")
        case .character:
            error("a URL must hold printable ASCII only", at: node.mark, hint: "write other characters as `%20`")
        }
    }

    fileprivate mutating func note(_ problem: LicenseExpression.Problem, _ node: DocumentNode) {
        let mark = node.mark(offset: problem.offset, length: problem.length)
        switch problem.kind {
        case .unknownLicense(let word):
            let alias = LicenseList.aliases[word.lowercased()].map { "did you mean `\($0)`?" }
            let hint = alias ?? MessageText.hint(for: word, among: LicenseList.licenses, naming: "licenses")
            error(
                "unknown license `\(word)`", at: mark,
                hint: hint ?? "write an SPDX identifier, or `LicenseRef-NAME` if there is none")
        case .unknownException(let word):
            let hint = MessageText.hint(for: word, among: LicenseList.exceptions, naming: "exceptions")
            error("unknown license exception `\(word)`", at: mark, hint: hint)
        case .expectedLicense: error("expected a license here", at: mark)
        case .expectedException: error("expected an exception here", at: mark)
        case .expectedOperator(let word):
            error("expected `AND`, `OR` or `WITH`, found `\(word)`", at: mark)
        case .unclosed: error("expected `)` here", at: mark)
        }
    }
}

extension DocumentNode {
    /// Returns the place of a part of a scalar's text, or the whole scalar's place if its spelling differs from its
    /// text.
    func mark(offset: Int, length: Int) -> Mark {
        guard case .scalar(let text, let isPlain) = content else { return mark }
        let quotes = isPlain ? 0 : 1
        guard mark.length == text.unicodeScalars.count + 2 * quotes else { return mark }
        return Mark(line: mark.line, column: mark.column + quotes + offset, length: length)
    }
}
