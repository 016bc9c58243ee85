/// Reads the tokens of a module map, which are those of C: words, strings and punctuation marks. Skips comments.
extension ModuleMapText {
    struct Token: Hashable {
        enum Kind: Hashable {
            case word(String)
            case text(String)
            case mark(Character)
            case end
        }

        var kind: Kind
        var line: Int
    }

    /// Returns one token at a time and stores none, because a file can have as many tokens as bytes.
    struct Scanner {
        private var rest: ArraySlice<UInt8>
        private var line = 1

        init(_ text: String) { rest = Array(text.utf8)[...] }

        mutating func next() throws(ModuleMapTextError) -> Token {
            try skipSpace()
            guard let first = rest.first else { return Token(kind: .end, line: line) }
            let start = line
            if first == UInt8(ascii: "\"") { return Token(kind: .text(try quoted()), line: start) }
            let word = rest.prefix(while: Self.isWord)
            guard word.isEmpty else {
                rest = rest.dropFirst(word.count)
                return Token(kind: .word(String(decoding: word, as: UTF8.self)), line: start)
            }
            rest = rest.dropFirst()
            return Token(kind: .mark(Character(Unicode.Scalar(first))), line: start)
        }

        private static func isWord(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24, 0x80...: true
            default: false
            }
        }

        private mutating func skipSpace() throws(ModuleMapTextError) {
            while let first = rest.first {
                if rest.starts(with: "//".utf8) {
                    rest = rest.drop { $0 != 0x0A }
                } else if rest.starts(with: "/*".utf8) {
                    try skipComment()
                } else if first == 0x20 || (0x09...0x0D).contains(first) {
                    if first == 0x0A { line += 1 }
                    rest = rest.dropFirst()
                } else {
                    return
                }
            }
        }

        private mutating func skipComment() throws(ModuleMapTextError) {
            let start = line
            rest = rest.dropFirst(2)
            while !rest.starts(with: "*/".utf8) {
                guard let byte = rest.popFirst() else {
                    throw ModuleMapTextError(line: start, expected: "the end of a comment")
                }
                if byte == 0x0A { line += 1 }
            }
            rest = rest.dropFirst(2)
        }

        private mutating func quoted() throws(ModuleMapTextError) -> String {
            rest = rest.dropFirst()
            var bytes: [UInt8] = []
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
                case UInt8(ascii: "\\"): if let next = rest.popFirst() { bytes.append(next) }
                case 0x0A: throw ModuleMapTextError(line: line, expected: "`\"`")
                default: bytes.append(byte)
                }
            }
            throw ModuleMapTextError(line: line, expected: "`\"`")
        }
    }
}
