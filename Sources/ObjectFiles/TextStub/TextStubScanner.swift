/// Splits the text of a .tbd into tokens: words, punctuation and columns. It does not interpret keys.
struct TextStubScanner {
    enum Token: Hashable {
        /// A word followed by a colon, and its column.
        case key(TextStubWord, column: Int)
        case word(TextStubWord)
        /// `- ` at the beginning of a line.
        case item(column: Int)
        case openList
        case closeList
        case comma
        /// `---` and its tag.
        case documentStart
        /// `...`.
        case documentEnd
        case end
    }

    private let text: UnsafeRawBufferPointer
    private(set) var offset = 0
    private var lineStart = 0
    private var isAtLineStart = true

    init(_ text: UnsafeRawBufferPointer) { self.text = text }

    /// Returns the next token; nil for an unterminated quote.
    mutating func next() -> Token? {
        skipBlank()
        guard offset < text.count else { return .end }
        let byte = text[offset]
        let column = offset - lineStart
        if isAtLineStart, column == 0, let mark = documentMark() { return mark }
        if isAtLineStart, byte == UInt8(ascii: "-"), peek(1).map(Self.isBlank) ?? true {
            offset += 1
            return .item(column: column)
        }
        isAtLineStart = false
        switch byte {
        case Self.openBracket: return punctuation(.openList)
        case Self.closeBracket: return punctuation(.closeList)
        case Self.comma: return punctuation(.comma)
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return quoted(byte, column)
        default: return plain(column)
        }
    }

    private mutating func punctuation(_ token: Token) -> Token {
        offset += 1
        return token
    }

    private mutating func documentMark() -> Token? {
        let isStart = matches("---")
        guard isStart || matches("...") else { return nil }
        while offset < text.count, text[offset] != Self.newline { offset += 1 }
        return isStart ? .documentStart : .documentEnd
    }

    private func matches(_ mark: StaticString) -> Bool {
        guard text.count - offset >= 3 else { return false }
        for index in 0..<3 where text[offset + index] != mark.utf8Start[index] { return false }
        return peek(3).map(Self.isBlank) ?? true
    }

    private mutating func quoted(_ quote: UInt8, _ column: Int) -> Token? {
        let start = offset + 1
        var end = start
        while end < text.count, text[end] != quote { end += 1 }
        guard end < text.count else { return nil }
        offset = end + 1
        return finish(start, end, column)
    }

    private mutating func plain(_ column: Int) -> Token {
        let start = offset
        while offset < text.count, !Self.endsWord(text[offset]) {
            if text[offset] == Self.colon, peek(1).map(Self.isBlank) ?? true { break }
            offset += 1
        }
        return finish(start, offset, column)
    }

    /// Returns a word, or a key when a colon follows.
    private mutating func finish(_ start: Int, _ end: Int, _ column: Int) -> Token {
        // The caller limits the text to 4 GiB.
        let word = TextStubWord(offset: UInt32(start), count: UInt32(end - start))
        guard offset < text.count, text[offset] == Self.colon, peek(1).map(Self.isBlank) ?? true else {
            return .word(word)
        }
        offset += 1
        return .key(word, column: column)
    }

    private mutating func skipBlank() {
        while offset < text.count {
            switch text[offset] {
            case Self.newline:
                offset += 1
                lineStart = offset
                isAtLineStart = true
            case Self.space, Self.tab, Self.carriageReturn: offset += 1
            case UInt8(ascii: "#"): while offset < text.count, text[offset] != Self.newline { offset += 1 }
            default: return
            }
        }
    }

    private func peek(_ distance: Int) -> UInt8? { offset + distance < text.count ? text[offset + distance] : nil }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == space || byte == newline || byte == tab || byte == carriageReturn
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        isBlank(byte) || byte == comma || byte == openBracket || byte == closeBracket
    }

    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let space = UInt8(ascii: " ")
    private static let tab = UInt8(ascii: "\t")
    private static let comma = UInt8(ascii: ",")
    private static let colon = UInt8(ascii: ":")
    private static let openBracket = UInt8(ascii: "[")
    private static let closeBracket = UInt8(ascii: "]")
}
