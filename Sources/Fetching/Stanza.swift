// Debian's control data (deb822(5)): stanzas of lines `Field: value`, separated by empty lines. Continuation lines are
// indented, field names are case-insensitive, and lines that begin with `#` are comments.

/// One stanza of control data.
struct Stanza: Hashable, Sendable {
    private var fields: [String: String] = [:]

    /// Returns the stanzas of a text; lines that are neither field nor continuation are skipped.
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

    /// A field's value, which includes its continuation lines unchanged; nil if the field is missing.
    subscript(name: String) -> String? { fields[name.lowercased()] }

    /// Returns the words of a field's value; none if the field is missing.
    func words(_ name: String) -> [String] {
        (self[name] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
