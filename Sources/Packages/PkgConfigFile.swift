/// A pkg-config file, line by line.
///
/// A line is `name=value` (a variable, used as `${name}`), `Keyword: value` (a field), or is ignored. White space
/// around names and values is ignored too. `#` begins a comment, and `\#` stands for the character. A
/// backslash at the end of a line continues the line. Source: `pc(5)` of pkgconf, and its
/// `libpkgconf/fgetline.c` and `parser.c`.
public struct PkgConfigFile: Hashable, Sendable {
    public var lines: [Line]

    public init(_ lines: [Line]) { self.lines = lines }

    /// Reads a file with line ends of any system. Every text is accepted: pkg-config skips unknown lines.
    public init(_ text: String) {
        lines = []
        // Swift treats a carriage return with its line feed as one character.
        let text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let first = rest.first {
            let number = rest.startIndex + 1
            var (written, part) = ([first], Self.code(of: first))
            var code = part.text
            rest.removeFirst()
            while part.isContinued, let next = rest.popFirst() {
                part = Self.code(of: next)
                written.append(next)
                code += part.text
            }
            lines.append(Line(written.joined(separator: "\n"), code: code, number: number))
        }
    }

    /// The text of the file; lines that were not replaced keep their text.
    public var text: String { lines.map(\.text).joined(separator: "\n") }
}

extension PkgConfigFile {
    public struct Line: Hashable, Sendable {
        public let kind: Kind
        /// The value, without comments and white space around it.
        public let value: String
        /// The text as written; it contains line ends if the line is continued.
        public let text: String
        /// The number of the first line, from 1; 0 for a new line.
        public let number: Int

        public enum Kind: Hashable, Sendable {
            case variable(String)
            case field(String)
            /// An empty line, a comment, or a line that pkg-config skips.
            case other
        }
    }
}

extension PkgConfigFile.Line {
    /// Makes the line `name=value`.
    public static func variable(_ name: String, _ value: String) -> PkgConfigFile.Line {
        PkgConfigFile.Line(kind: .variable(name), value: value, text: "\(name)=\(value)", number: 0)
    }

    /// Makes the line `Keyword: value`.
    public static func field(_ keyword: String, _ value: String) -> PkgConfigFile.Line {
        let text = value.isEmpty ? "\(keyword):" : "\(keyword): \(value)"
        return PkgConfigFile.Line(kind: .field(keyword), value: value, text: text, number: 0)
    }

    /// An empty line.
    public static let empty = PkgConfigFile.Line(kind: .other, value: "", text: "", number: 0)

    /// - Parameter code: the text as pkg-config reads it.
    fileprivate init(_ text: String, code: String, number: Int) {
        (self.text, self.number) = (text, number)
        guard let mark = code.firstIndex(where: { $0 == ":" || $0 == "=" }) else {
            (kind, value) = (.other, "")
            return
        }
        let name = Self.trimmed(code[..<mark])
        kind = code[mark] == "=" ? .variable(name) : .field(name)
        value = Self.trimmed(code[code.index(after: mark)...])
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
    }
}

extension PkgConfigFile {
    /// Returns a line as pkg-config reads it: without its comment, and with `#` for `\#`.
    private static func code(of line: Substring) -> (text: String, isContinued: Bool) {
        var code: [UInt8] = []
        var isEscaped = false
        for byte in line.utf8 {
            if byte == UInt8(ascii: "#") {
                guard isEscaped else { return (String(decoding: code, as: UTF8.self), false) }
                code.removeLast()
            }
            code.append(byte)
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        if isEscaped { code.removeLast() }
        return (String(decoding: code, as: UTF8.self), isEscaped)
    }
}
