import Documents

// Words that contain `${…}`.

extension RecipeLanguage {
    /// An argument: text with variables, which no shell interprets.
    static let buildWord = Shape<String>.text("an argument").checked { text, node, findings in
        readWord(text, node, &findings)
    }

    /// An argument, or `${ARGUMENTS}`.
    static let stepWord = Shape<String>.text("an argument").checked { text, node, findings in
        text == "${\(RecipeVariable.argumentsName)}"
            ? RecipeWord([.variable(.arguments)]) : readWord(text, node, &findings)
    }

    /// A flag of a compiler; variables whose values contain flags are refused.
    static let flagWord = Shape<String>.text("a flag").checked { text, node, findings in
        let word = readWord(text, node, &findings)
        for case .build(let variable) in word?.variables ?? [] where !variable.isKnownToFlags {
            findings.error(
                "`${\(variable.rawValue)}` cannot be used here", at: node.mark,
                hint: "flags may use folders and the target: \(MessageText.list(BuildVariable.ofFlags.map(\.rawValue)))"
            )
        }
        return word
    }

    /// The value of an environment variable: like an argument, but it may be empty.
    static let variableValue = Shape<String>.anyText.checked { text, node, findings in
        readWord(text, node, &findings)
    }

    /// One argument or a list of them.
    static let arguments = buildWord.oneOrMany
    static let locatedArguments = buildWord.located.oneOrMany

    /// Reads a word. `${NAME}` is a variable, `$$` a dollar sign, and any other `$` stands for itself, so that
    /// `$(NAME)` reaches make unchanged.
    private static func readWord(_ text: String, _ node: DocumentNode, _ findings: inout Findings) -> RecipeWord? {
        var reader = WordReader(text: Array(text.unicodeScalars), node: node)
        return reader.read(&findings)
    }
}

/// Reads one word, scalar by scalar, and notes a fault for every unknown or misplaced variable.
private struct WordReader {
    let text: [Unicode.Scalar]
    let node: DocumentNode
    var index = 0
    var pieces: [RecipeWord.Piece] = []
    var plain = ""
    var isSound = true

    mutating func read(_ findings: inout Findings) -> RecipeWord? {
        while index < text.count {
            if starts(with: "$$") {
                plain.unicodeScalars.append("$")
                index += 2
            } else if starts(with: "${") {
                readVariable(&findings)
            } else {
                plain.unicodeScalars.append(text[index])
                index += 1
            }
        }
        endPlain()
        return isSound ? RecipeWord(pieces) : nil
    }

    private func starts(with sign: String) -> Bool { text[index...].starts(with: sign.unicodeScalars) }

    private mutating func endPlain() {
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = ""
    }

    private mutating func readVariable(_ findings: inout Findings) {
        guard let end = text[index...].firstIndex(of: "}") else {
            let mark = node.mark(offset: index, length: text.count - index)
            findings.error("unclosed `${`", at: mark, hint: "write `${NAME}`, or `$${` for the text itself")
            (index, isSound) = (text.count, false)
            return
        }
        let name = String(String.UnicodeScalarView(text[(index + 2)..<end]))
        let mark = node.mark(offset: index, length: end + 1 - index)
        endPlain()
        if let variable = variable(name, at: mark, &findings) {
            pieces.append(.variable(variable))
        } else {
            isSound = false
        }
        index = end + 1
    }

    /// Returns the variable of that name; nil after it has noted a fault. Accepts every valid name of a table:
    /// `TableCheck` finds names of tables that do not exist.
    private func variable(_ name: String, at mark: Mark, _ findings: inout Findings) -> RecipeVariable? {
        if let variable = BuildVariable(rawValue: name) { return .build(variable) }
        if name == RecipeVariable.argumentsName {
            findings.error(
                "`${\(name)}` cannot be used here", at: mark,
                hint: "it expands to several words: write it as a word of its own in a step of a script")
            return nil
        }
        if let table = TableName(name) { return .table(Located(table, mark)) }
        findings.unknownVariable(name, at: mark, tables: [])
        return nil
    }
}

extension Findings {
    mutating func unknownVariable(_ name: String, at mark: Mark, tables: [String]) {
        let known = BuildVariable.allCases.map(\.rawValue) + [RecipeVariable.argumentsName] + tables
        let hint = MessageText.hint(for: name, among: known, naming: "variables")
        error(
            "unknown variable `${\(name)}`", at: mark,
            hint: hint ?? "variables are those of `docs/recipes.md` and the recipe's own tables of `map:`")
    }
}
