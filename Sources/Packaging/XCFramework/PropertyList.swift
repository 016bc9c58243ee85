/// A property list, written as XML in the form that Apple's tools use: keys sorted by their bytes, indentation by tabs,
/// one element per line.
///
/// Source: `plist(5)`, and Foundation's `PropertyListEncoder`, which writes the same bytes.
indirect enum PropertyList: Hashable, Sendable {
    case string(String)
    case bool(Bool)
    case array([PropertyList])
    case dictionary([String: PropertyList])

    /// Returns the text of the file.
    ///
    /// - Parameter comment: the lines of an XML comment for the user, before the list.
    func document(comment: [String] = []) -> String {
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">"#,
        ]
        // A comment must not contain two hyphens.
        if !comment.isEmpty { lines += ["<!--"] + comment.map { $0.replacing("--", with: "- -") } + ["-->"] }
        lines.append(#"<plist version="1.0">"#)
        add(to: &lines, indentation: "")
        return (lines + ["</plist>"]).joined(separator: "\n") + "\n"
    }

    private func add(to lines: inout [String], indentation: String) {
        let inner = indentation + "\t"
        switch self {
        case .string(let text): lines.append("\(indentation)<string>\(Self.escaped(text))</string>")
        case .bool(let value): lines.append("\(indentation)<\(value)/>")
        case .array(let values):
            guard !values.isEmpty else { return lines.append("\(indentation)<array/>") }
            lines.append("\(indentation)<array>")
            for value in values { value.add(to: &lines, indentation: inner) }
            lines.append("\(indentation)</array>")
        case .dictionary(let members):
            guard !members.isEmpty else { return lines.append("\(indentation)<dict/>") }
            lines.append("\(indentation)<dict>")
            for (key, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                lines.append("\(inner)<key>\(Self.escaped(key))</key>")
                value.add(to: &lines, indentation: inner)
            }
            lines.append("\(indentation)</dict>")
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
