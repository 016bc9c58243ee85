/// Finds functions by a shallow parse: a function is an identifier before parentheses, outside all braces.
extension PreprocessedHeaders {
    static func functions(in source: String) -> [Function] {
        var seen: Set<String> = []
        return declarations(of: source).compactMap(function).filter { seen.insert($0.name).inserted }
    }

    /// Returns the declarations at the outer level, without bodies.
    private static func declarations(of source: String) -> [[String]] {
        var all: [[String]] = []
        var current: [String] = []
        var (braces, parentheses, hasParentheses) = (0, 0, false)
        for token in tokens(of: source) {
            switch token {
            case "{":
                if braces == 0, parentheses == 0, hasParentheses {
                    all.append(current)
                    (current, hasParentheses) = ([], false)
                }
                braces += 1
            case "}": braces = max(0, braces - 1)
            case _ where braces > 0: break
            case ";" where parentheses == 0:
                all.append(current)
                (current, hasParentheses) = ([], false)
            default:
                if token == "(" { (parentheses, hasParentheses) = (parentheses + 1, true) }
                if token == ")" { parentheses = max(0, parentheses - 1) }
                current.append(token)
            }
        }
        return all
    }

    /// Returns words and punctuation marks; each string or character literal becomes the token `""`.
    private static func tokens(of source: String) -> [String] {
        var tokens: [String] = []
        var rest = Substring(source)
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if first == "\"" || first == "'" {
                var (end, isEscaped) = (rest.index(after: rest.startIndex), false)
                while end < rest.endIndex, isEscaped || rest[end] != first {
                    isEscaped = !isEscaped && rest[end] == "\\"
                    end = rest.index(after: end)
                }
                tokens.append("\"\"")
                rest = end < rest.endIndex ? rest[rest.index(after: end)...] : ""
            } else {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
                let length = !word.isEmpty ? word.count : rest.hasPrefix("...") ? 3 : 1
                tokens.append(String(rest.prefix(length)))
                rest = rest.dropFirst(length)
            }
        }
        return tokens
    }

    private static let decorations: Set<String> = [
        "__attribute__", "__attribute", "__asm__", "__asm", "asm", "__declspec", "_Alignas", "__extension__",
    ]

    private static func function(_ declaration: [String]) -> Function? {
        let words = withoutDecorations(declaration)
        guard words.first != "typedef", words.first != "_Static_assert",
            let open = words.firstIndex(of: "("), open > 1, isName(words[open - 1]),
            let close = matching(open, in: words), !words[..<open].contains("=")
        else { return nil }
        let parameters = split(Array(words[(open + 1)..<close]))
        let storage: Set<String> = ["extern", "static", "inline", "__inline", "__inline__", "_Noreturn"]
        return Function(
            name: words[open - 1], result: joined(words[..<(open - 1)].filter { !storage.contains($0) }),
            parameters: parameters.filter { $0 != "..." && $0 != "void" }, isVariadic: parameters.last == "...")
    }

    /// Removes `__attribute__((…))` and the like, with their parentheses.
    private static func withoutDecorations(_ words: [String]) -> [String] {
        var result: [String] = []
        var index = 0
        while index < words.count {
            guard decorations.contains(words[index]) else {
                result.append(words[index])
                index += 1
                continue
            }
            index += 1
            if index < words.count, words[index] == "(", let close = matching(index, in: words) { index = close + 1 }
        }
        return result
    }

    private static func isName(_ word: String) -> Bool {
        word.first.map { $0.isLetter || $0 == "_" } == true
            && !["if", "while", "for", "switch", "sizeof"].contains(word)
    }

    private static func matching(_ open: Int, in words: [String]) -> Int? {
        var depth = 0
        for index in open..<words.count {
            if words[index] == "(" { depth += 1 }
            if words[index] == ")" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    private static func split(_ words: [String]) -> [String] {
        var (parts, current, depth): ([String], [String], Int) = ([], [], 0)
        for word in words {
            if word == "(" { depth += 1 }
            if word == ")" { depth -= 1 }
            if word == ",", depth == 0 {
                parts.append(joined(current[...]))
                current = []
            } else {
                current.append(word)
            }
        }
        return current.isEmpty ? parts : parts + [joined(current[...])]
    }

    /// Returns tokens of C with the usual spacing: `const char *`.
    static func joined(_ words: some Sequence<String>) -> String {
        var (text, last) = ("", "(")
        for word in words {
            let isTight = ["*", "("].contains(last) || ["(", ")", "[", "]", ","].contains(word)
            text += (isTight ? "" : " ") + word
            last = word
        }
        return text
    }
}
