/// A file's bytes as text that a YAML parser may safely be given: of bounded size, valid UTF-8, without control
/// characters, and without enough aliases to grow.
struct DocumentText {
    let source: SourceText
    let text: String

    init(_ bytes: [UInt8], file: String, limit: Int = Document.limit) throws(Faults) {
        let marker: [UInt8] = [0xEF, 0xBB, 0xBF]
        let body = bytes.starts(with: marker) ? bytes[3...] : bytes[...]
        guard body.count <= limit else {
            let message = "the file is too large: \(body.count) bytes, of which at most \(limit) are read"
            throw Faults([Diagnostic(.error, message, at: nil)], in: SourceText(file: file, text: ""))
        }
        guard let text = String(validating: body, as: UTF8.self) else { throw Self.invalid(body, file) }
        self.text = text
        source = SourceText(file: file, text: text)
        try checkCharacters()
        try checkAliases()
    }

    /// The fault of the first byte that is not UTF-8, shown in the text as far as it can be.
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

    /// Refuses what YAML 1.2 calls non-printable (section 5.1).
    private func checkCharacters() throws(Faults) {
        for (index, line) in source.lines.enumerated() {
            guard let column = line.enumerated().first(where: { Self.isForbidden($0.element) }) else { continue }
            let code = String(column.element.value, radix: 16, uppercase: true)
            let name = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
            let mark = Mark(line: index + 1, column: column.offset + 1)
            throw Faults([Diagnostic(.error, "the control character \(name) is not allowed", at: mark)], in: source)
        }
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: false
        case 0..<0x20, 0x7F..<0xA0, 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
    }

    /// Refuses files in which aliases could multiply, before the parser compares what they stand for.
    ///
    /// A few are let through and refused with better words once the tree is there;
    /// what looks like an alias may be text.
    private func checkAliases() throws(Faults) {
        var hasAnchor = false
        var aliases: [Mark] = []
        for (index, line) in source.lines.enumerated() {
            var before: Unicode.Scalar = " "
            for (column, scalar) in line.enumerated() {
                if " \t[{,:?-".unicodeScalars.contains(before) {
                    if scalar == "&" { hasAnchor = true }
                    if scalar == "*" { aliases.append(Mark(line: index + 1, column: column + 1)) }
                }
                before = scalar
            }
        }
        guard hasAnchor, aliases.count > 8 else { return }
        throw Faults([Conversion.anchorFault(at: aliases[0])], in: source)
    }
}
