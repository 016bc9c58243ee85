/// The range of a string in a JSON text, without its quotes.
struct JSONString: Hashable, Sendable {
    var word: TextStubWord
    /// Whether the string has escapes, so that its bytes differ from its value.
    var isEscaped: Bool
}

extension JSONReader {
    /// Returns the value of a string. An invalid escape, or half of a surrogate pair, becomes U+FFFD.
    func decoded(_ string: JSONString) -> String {
        let bytes = bytes(string.word)
        guard string.isEscaped else { return String(decoding: bytes, as: UTF8.self) }
        var units: [UInt16] = []
        var rest = String(decoding: bytes, as: UTF8.self).utf16[...]
        while let unit = rest.popFirst() {
            guard unit == 0x5C, let escape = rest.popFirst() else {
                units.append(unit)
                continue
            }
            units.append(escape == 0x75 ? Self.hexadecimal(&rest) : Self.escapes[escape] ?? 0xFFFD)
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Reads four digits after `\u`.
    private static func hexadecimal(_ rest: inout Substring.UTF16View) -> UInt16 {
        let digits = rest.prefix(4)
        rest = rest.dropFirst(4)
        let text = String(digits) ?? ""
        return text.utf8.count == 4 && text.utf8.first != 0x2B ? UInt16(text, radix: 16) ?? 0xFFFD : 0xFFFD
    }

    private static let escapes: [UInt16: UInt16] = [
        0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09,
    ]
}
