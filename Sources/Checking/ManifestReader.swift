/// Reads calls from a manifest's tokens.
struct ManifestReader {
    private var tokens: ManifestTokens
    private(set) var calls: [ManifestText.Call] = []
    private(set) var unclosed: Int?
    private(set) var tooDeep: Int?

    /// The limit of nesting; manifests written by people nest about a dozen levels.
    private static let deepest = 64

    init(_ text: String) { tokens = ManifestTokens(text) }

    /// An open bracket: of a call, of a list, or another.
    private struct Open {
        var mark: Character
        var line: Int
        var call: ManifestText.Call?
        /// The path of the calls inside the bracket.
        var inner: ManifestText.Path
        /// The label of the next value.
        var label = ""
        /// The texts of a list; for a list, `label` is that of the argument in its call.
        var texts: [String] = []
        var isComputed = false
        /// The number of values under the label.
        var values = 0
    }

    mutating func run() {
        var stack: [Open] = []
        var last: ManifestTokens.Token?
        var next = tokens.next()
        while let token = next {
            next = tokens.next()
            if case .mark(let mark) = token.kind, ["(", "[", "{"].contains(mark), stack.count == Self.deepest {
                tooDeep = token.line
                return
            }
            take(token, between: last, next, &stack)
            last = token
        }
        unclosed = tokens.unclosed ?? stack.last?.line
    }

    private mutating func take(
        _ token: ManifestTokens.Token, between last: ManifestTokens.Token?, _ next: ManifestTokens.Token?,
        _ stack: inout [Open]
    ) {
        switch token.kind {
        case .mark("("), .mark("["), .mark("{"): open(token, behind: last, &stack)
        case .mark(")"), .mark("]"), .mark("}"): close(&stack)
        case .mark(":"): if case .word(let word) = last?.kind { label(word, &stack) }
        case .mark(","): comma(&stack)
        case .text(let text): value(text, &stack)
        case .word(let word):
            if next?.kind != .mark(":"), let label = stack.last?.label {
                stack[stack.count - 1].call?.words[label] = word
                value(nil, &stack)
            }
        case .mark: if !stack.isEmpty { stack[stack.count - 1].isComputed = true }
        }
    }

    private func open(_ token: ManifestTokens.Token, behind last: ManifestTokens.Token?, _ stack: inout [Open]) {
        guard case .mark(let mark) = token.kind else { return }
        var open = Open(mark: mark, line: token.line, inner: stack.last?.inner ?? .outermost)
        if mark == "(", let last, case .word(let word) = last.kind {
            let name = word.split(separator: ".").last.map(String.init) ?? word
            open.call = ManifestText.Call(name: name, line: last.line, path: open.inner)
            open.inner = .within(name, open.inner)
        }
        stack.append(open)
    }

    private mutating func close(_ stack: inout [Open]) {
        guard var open = stack.popLast() else { return }
        finish(&open)
        if let call = open.call, call.hasArguments { calls.append(call) }
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

    /// Removes the text of an argument that is more than one text.
    private func finish(_ open: inout Open) {
        guard open.call != nil, open.isComputed || open.values > 1 else { return }
        open.call?.texts[open.label] = nil
        open.call?.computed.insert(open.label)
    }
}
