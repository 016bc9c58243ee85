extension SourceText {
    /// Decodes a file's bytes for the YAML parser. Throws when the file is too large, is not UTF-8, or contains
    /// control characters.
    init(checking bytes: [UInt8], file: String, limit: Int = Document.limit) throws(Faults) {
        let marker: [UInt8] = [0xEF, 0xBB, 0xBF]
        let body = bytes.starts(with: marker) ? bytes[3...] : bytes[...]
        guard body.count <= limit else {
            let message = "the file is too large: \(body.count) bytes, more than \(limit)"
            throw Faults([Diagnostic(.error, message, at: nil)], in: SourceText(file: file, text: ""))
        }
        guard let text = String(validating: body, as: UTF8.self) else { throw Self.invalid(body, file) }
        self.init(file: file, text: text)
        try checkCharacters()
    }

    /// Returns the fault of the first byte that is not UTF-8. Replacement characters stand for such bytes in the text
    /// that the message shows.
    private static func invalid(_ bytes: ArraySlice<UInt8>, _ file: String) -> Faults {
        let text = String(decoding: bytes, as: UTF8.self)
        var valid = String.UnicodeScalarView()
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { valid.append(scalar) }
        let before = SourceText(file: file, text: String(valid))
        let mark = Mark(line: before.lines.count, column: (before.lines.last?.count ?? 0) + 1)
        let diagnostic = Diagnostic(.error, "the file is not UTF-8", at: mark, hint: "save it as UTF-8")
        return Faults([diagnostic], in: SourceText(file: file, text: text))
    }

    /// Refuses the characters that YAML 1.2 calls non-printable (section 5.1).
    private func checkCharacters() throws(Faults) {
        for (index, line) in lines.enumerated() {
            guard let column = line.enumerated().first(where: { Self.isForbidden($0.element) }) else { continue }
            let code = String(column.element.value, radix: 16, uppercase: true)
            let name = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
            let mark = Mark(line: index + 1, column: column.offset + 1)
            throw Faults([Diagnostic(.error, "the control character \(name) is not allowed", at: mark)], in: self)
        }
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: false
        case 0..<0x20, 0x7F..<0xA0, 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
    }
}
