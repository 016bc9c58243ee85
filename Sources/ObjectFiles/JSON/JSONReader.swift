/// Reads JSON value by value, on request: it builds no tree, and skips values that are not requested.
///
/// Strings are stored as ranges of the text (`JSONString`), so lists of tens of thousands of names need little memory.
/// The depth of nesting has a limit; the text's size limits everything else. Source: RFC 8259. The module does not use
/// Foundation, whose reader would be unsuitable: it copies the whole text into a tree.
struct JSONReader {
    private let text: UnsafeRawBufferPointer
    private let view: ByteView
    private(set) var offset = 0
    private var depth = 0

    /// The depth limit; documents read here have at most ten levels.
    private static let greatestDepth = 64

    /// - Parameters:
    ///   - text: less than 4 GiB.
    ///   - view: the view that errors refer to.
    init(_ text: UnsafeRawBufferPointer, _ view: ByteView) {
        self.text = text
        self.view = view
    }

    /// Reads an object: `member` is called after each key and must read the value.
    mutating func object(
        _ member: (inout JSONReader, _ key: String) throws(ObjectFileError) -> Void
    ) throws(ObjectFileError) {
        try sequence("{", "}") { reader throws(ObjectFileError) in
            let key = try reader.string()
            try reader.expect(":")
            try member(&reader, reader.decoded(key))
        }
    }

    /// Reads a list: `element` must read one value.
    mutating func list(_ element: (inout JSONReader) throws(ObjectFileError) -> Void) throws(ObjectFileError) {
        try sequence("[", "]", element)
    }

    mutating func string() throws(ObjectFileError) -> JSONString {
        try expect("\"")
        let start = offset
        var isEscaped = false
        while let byte = peek(), byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw wrong("the end of a string") }
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                offset += 1
            }
            offset += 1
        }
        guard offset < text.count else { throw wrong("the end of a string") }
        let found = JSONString(
            word: TextStubWord(offset: UInt32(start), count: UInt32(offset - start)), isEscaped: isEscaped)
        offset += 1
        return found
    }

    /// Reads a whole number that is not negative.
    mutating func integer() throws(ObjectFileError) -> Int {
        skipBlank()
        let digits = word()
        guard let value = Int(digits), value >= 0 else { throw wrong("a whole number") }
        return value
    }

    /// Skips a value of any kind.
    mutating func skip() throws(ObjectFileError) {
        skipBlank()
        switch peek() {
        case UInt8(ascii: "{"): try object { reader, _ throws(ObjectFileError) in try reader.skip() }
        case UInt8(ascii: "["): try list { reader throws(ObjectFileError) in try reader.skip() }
        case UInt8(ascii: "\""): _ = try string()
        default: guard !word().isEmpty else { throw wrong("a value") }
        }
    }

    /// Checks that nothing follows the document.
    mutating func end() throws(ObjectFileError) {
        skipBlank()
        guard offset == text.count else { throw wrong("the end") }
    }

    func wrong(_ expected: String) -> ObjectFileError { view.error(.badText(expected: expected), at: offset) }

    func bytes(_ word: TextStubWord) -> Slice<UnsafeRawBufferPointer> { text[word.range] }

    // MARK: Parts

    private mutating func sequence(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar,
        _ element: (inout JSONReader) throws(ObjectFileError) -> Void
    ) throws(ObjectFileError) {
        try expect(open)
        depth += 1
        guard depth <= Self.greatestDepth else { throw wrong("fewer nested levels") }
        if !skips(close) {
            repeat { try element(&self) } while skips(",")
            try expect(close)
        }
        depth -= 1
    }

    private mutating func expect(_ mark: Unicode.Scalar) throws(ObjectFileError) {
        guard skips(mark) else { throw wrong("`\(mark)`") }
    }

    /// Skips a mark if it comes next.
    private mutating func skips(_ mark: Unicode.Scalar) -> Bool {
        skipBlank()
        guard let byte = peek(), byte == UInt8(ascii: mark) else { return false }
        offset += 1
        return true
    }

    /// Returns a number, `true`, `false` or `null`.
    private mutating func word() -> String {
        let start = offset
        while let byte = peek(), Self.isWord(byte) { offset += 1 }
        // Longer words have no meaning here.
        return String(decoding: text[start..<min(offset, start + 64)], as: UTF8.self)
    }

    private mutating func skipBlank() {
        while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private func peek() -> UInt8? { offset < text.count ? text[offset] : nil }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "E"): true
        default: false
        }
    }
}
