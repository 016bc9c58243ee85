// Debian's control data (deb822(5)): stanzas separated by empty lines, `Field: value`, continuation lines indented,
// field names without regard to case, comments from `#` at the start of a line.

/// One stanza of control data.
struct Stanza: Hashable, Sendable {
    private var fields: [String: String] = [:]

    /// The stanzas of a text; lines that are neither field nor continuation are skipped.
    static func list(_ text: String) -> [Stanza] {
        var stanzas: [Stanza] = []
        var stanza = Stanza()
        var last: String?
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) where line.first != "#" {
            if line.allSatisfy(\.isWhitespace) {
                if !stanza.fields.isEmpty { stanzas.append(stanza) }
                (stanza, last) = (Stanza(), nil)
            } else if line.first == " " || line.first == "\t" {
                if let last { stanza.fields[last]?.append("\n" + line) }
            } else if let colon = line.firstIndex(of: ":") {
                last = line[..<colon].lowercased()
                let value = line[line.index(after: colon)...].drop(while: \.isWhitespace)
                stanza.fields[last ?? ""] = String(value)
            }
        }
        return stanza.fields.isEmpty ? stanzas : stanzas + [stanza]
    }

    /// A field's value, with its continuation lines unchanged.
    subscript(name: String) -> String? { fields[name.lowercased()] }

    /// A field's value as words.
    func words(_ name: String) -> [String] {
        (self[name] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
