/// Reads calls out of a manifest's tokens.
struct ManifestReader {
    let tokens: ManifestTokens
    var calls: [ManifestText.Call] = []
    var unclosed: Int?
    var tooDeep: Int?

    /// Each call knows those around it: manifests of people nest a dozen.
    private static let deepest = 64

    init(tokens: ManifestTokens) {
        self.tokens = tokens
        unclosed = tokens.unclosed
    }

    /// A bracket that is open: of a call, of a list, or another.
    private struct Open {
        var mark: Character
        var line: Int
        var call: ManifestText.Call?
        /// The label that the next value has.
        var label = ""
        /// Of a list: the label of the call that it is an argument of.
        var texts: [String] = []
        var isComputed = false
        /// How many values the label has had.
        var values = 0
    }

    mutating func run() {
        var stack: [Open] = []
        let all = tokens.all
        for (index, token) in all.enumerated() {
            switch token.kind {
            case .mark("("), .mark("["), .mark("{"):
                guard stack.count < Self.deepest else {
                    tooDeep = token.line
                    return
                }
                open(token, before: index, &stack)
            case .mark(")"), .mark("]"), .mark("}"): close(&stack)
            case .mark(":"):
                if index > 0, case .word(let word) = all[index - 1].kind { label(word, &stack) }
            case .mark(","): comma(&stack)
            case .text(let text): value(text, &stack)
            case .word(let word):
                let isLabel = index + 1 < all.count && all[index + 1].kind == .mark(":")
                if !isLabel, let label = stack.last?.label {
                    stack[stack.count - 1].call?.words[label] = word
                    value(nil, &stack)
                }
            case .mark: if !stack.isEmpty { stack[stack.count - 1].isComputed = true }
            }
        }
        if let last = stack.last { unclosed = unclosed ?? last.line }
    }

    private func open(_ token: (kind: ManifestTokens.Kind, line: Int), before index: Int, _ stack: inout [Open]) {
        guard case .mark(let mark) = token.kind else { return }
        var open = Open(mark: mark, line: token.line)
        if mark == "(", index > 0, case .word(let word) = tokens.all[index - 1].kind {
            let name = word.split(separator: ".").last.map(String.init) ?? word
            let path = stack.compactMap { $0.call?.name }
            open.call = ManifestText.Call(name: name, line: tokens.all[index - 1].line, path: path)
        }
        stack.append(open)
    }

    private mutating func close(_ stack: inout [Open]) {
        guard var open = stack.popLast() else { return }
        finish(&open)
        if let call = open.call { calls.append(call) }
        guard !stack.isEmpty else { return }
        let last = stack.count - 1
        if open.mark == "[", stack[last].call != nil {
            let label = stack[last].label
            stack[last].call?.lists[label] = open.texts
            if open.isComputed { stack[last].call?.computed.insert(label) }
        } else {
            stack[last].isComputed = true
        }
    }

    private func label(_ word: String, _ stack: inout [Open]) {
        guard !stack.isEmpty else { return }
        stack[stack.count - 1].label = word
        stack[stack.count - 1].call?.labels.insert(word)
    }

    private func comma(_ stack: inout [Open]) {
        guard !stack.isEmpty else { return }
        finish(&stack[stack.count - 1])
        stack[stack.count - 1].label = ""
        stack[stack.count - 1].values = 0
        if stack[stack.count - 1].call != nil { stack[stack.count - 1].isComputed = false }
    }

    private func value(_ text: String?, _ stack: inout [Open]) {
        guard !stack.isEmpty else { return }
        let last = stack.count - 1
        stack[last].values += 1
        guard let text else {
            stack[last].isComputed = true
            return
        }
        if stack[last].call != nil {
            let label = stack[last].label
            if stack[last].call?.texts[label] == nil { stack[last].call?.texts[label] = text }
        } else {
            stack[last].texts.append(text)
        }
    }

    /// An argument that is more than one text is no text.
    private func finish(_ open: inout Open) {
        guard open.call != nil, open.isComputed || open.values > 1 else { return }
        open.call?.texts[open.label] = nil
        open.call?.computed.insert(open.label)
    }
}
