// Parses license expressions.

extension LicenseExpression {
    init(_ text: String) throws(Problems) {
        var parser = Parser(text)
        do throws(Problem) {
            try parser.alternatives()
            if let rest = parser.next { throw parser.problem(.expectedOperator(rest.text)) }
        } catch {
            throw Problems(all: parser.unknown + [error])
        }
        guard parser.unknown.isEmpty else { throw Problems(all: parser.unknown) }
        string = text
    }
}

/// A recursive descent parser; `OR` binds weakest, then `AND`, then `WITH`.
private struct Parser {
    private let words: [Word]
    private var index = 0
    private let end: Int
    private var depth = 0
    /// Unknown words in valid places, after which the parser continues.
    private(set) var unknown: [LicenseExpression.Problem] = []

    struct Word {
        let text: String
        let offset: Int
    }

    init(_ text: String) {
        var words: [Word] = []
        var current = ""
        let scalars = Array(text.unicodeScalars)
        for (offset, scalar) in (scalars + [" "]).enumerated() {
            let isParenthesis = scalar == "(" || scalar == ")"
            if isParenthesis || scalar == " " {
                if !current.isEmpty { words.append(Word(text: current, offset: offset - current.unicodeScalars.count)) }
                if isParenthesis { words.append(Word(text: String(scalar), offset: offset)) }
                current = ""
            } else {
                current.unicodeScalars.append(scalar)
            }
        }
        self.words = words
        end = scalars.count
    }

    var next: Word? { index < words.count ? words[index] : nil }

    func problem(_ kind: LicenseExpression.Problem.Kind) -> LicenseExpression.Problem {
        let length = next?.text.unicodeScalars.count ?? 1
        return LicenseExpression.Problem(offset: next?.offset ?? max(0, end - 1), length: length, kind: kind)
    }

    mutating func alternatives() throws(LicenseExpression.Problem) {
        try conjunction()
        while take("OR") { try conjunction() }
    }

    private mutating func conjunction() throws(LicenseExpression.Problem) {
        try term()
        while take("AND") { try term() }
    }

    private mutating func term() throws(LicenseExpression.Problem) {
        // Limits the nesting, because the stack is finite; real expressions are never nested as deeply.
        if next?.text == "(", depth < 32 {
            index += 1
            depth += 1
            try alternatives()
            guard take(")") else { throw problem(.unclosed) }
            depth -= 1
            return
        }
        try license()
        if take("WITH") { try exception() }
    }

    private mutating func license() throws(LicenseExpression.Problem) {
        guard let word = next, !["AND", "OR", "WITH", "(", ")"].contains(word.text) else {
            throw problem(.expectedLicense)
        }
        let name = word.text.hasSuffix("+") ? String(word.text.dropLast()) : word.text
        let isOwn = name.hasPrefix("LicenseRef-") && name.utf8.count > 11
        if !isOwn, !LicenseList.licenses.contains(name) { unknown.append(problem(.unknownLicense(name))) }
        index += 1
    }

    private mutating func exception() throws(LicenseExpression.Problem) {
        guard let word = next, !["AND", "OR", "WITH", "(", ")"].contains(word.text) else {
            throw problem(.expectedException)
        }
        if !LicenseList.exceptions.contains(word.text) { unknown.append(problem(.unknownException(word.text))) }
        index += 1
    }

    private mutating func take(_ word: String) -> Bool {
        guard next?.text == word else { return false }
        index += 1
        return true
    }
}
