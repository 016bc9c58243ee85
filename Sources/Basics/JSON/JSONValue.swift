/// JSON as a tree. Members keep their order.
public enum JSONValue: Sendable {
    case null
    case bool(Bool)
    /// A number, as it appears in JSON text.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([(String, JSONValue)])

    public static func number(_ value: Int) -> JSONValue { .number("\(value)") }

    /// The text on one line, without white space.
    public var line: String { text(isIndented: false) }

    /// The text on several lines, for people. A list without objects or lists in it stays on one line if it fits.
    public var document: String { text(isIndented: true) }

    private func text(isIndented: Bool) -> String {
        var writer = JSONWriter(isIndented: isIndented)
        writer.write(self, depth: 0)
        return writer.text
    }

    fileprivate var isScalar: Bool {
        switch self {
        case .null, .bool, .number, .string: true
        case .array, .object: false
        }
    }
}

/// Writes the text of values. Source: RFC 8259.
private struct JSONWriter {
    let isIndented: Bool
    var text = ""

    private static let columns = 100

    mutating func write(_ value: JSONValue, depth: Int) {
        switch value {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let value): text += value
        case .string(let value): quote(value)
        case .array(let values): write(values, depth)
        case .object(let members):
            list("{", members, "}", depth) { writer, member in
                writer.quote(member.0)
                writer.text += writer.isIndented ? ": " : ":"
                writer.write(member.1, depth: depth + 1)
            }
        }
    }

    private mutating func write(_ values: [JSONValue], _ depth: Int) {
        if isIndented, values.allSatisfy(\.isScalar) {
            let flat = "[" + values.map(\.line).joined(separator: ", ") + "]"
            if depth * 2 + flat.utf8.count < Self.columns { return text += flat }
        }
        list("[", values, "]", depth) { $0.write($1, depth: depth + 1) }
    }

    private mutating func list<Element>(
        _ start: String, _ elements: [Element], _ end: String, _ depth: Int,
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        text += start
        for (index, element) in elements.enumerated() {
            if index > 0 { text += "," }
            breakLine(depth + 1)
            write(&self, element)
        }
        if !elements.isEmpty { breakLine(depth) }
        text += end
    }

    private mutating func breakLine(_ depth: Int) {
        if isIndented { text += "\n" + String(repeating: "  ", count: depth) }
    }

    private mutating func quote(_ string: String) {
        text += "\""
        if string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
            text += string
        } else {
            for scalar in string.unicodeScalars { text += Self.escaped(scalar) }
        }
        text += "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case _ where scalar.controlsTerminal: UTF16.encode(scalar)?.map(unit).joined() ?? ""
        default: String(scalar)
        }
    }

    private static func unit(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
