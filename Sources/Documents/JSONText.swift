/// JSON whose members keep their order, indented by two spaces.
indirect enum JSONText {
    case string(String)
    case number(Int)
    case bool(Bool)
    case array([JSONText])
    case object([(String, JSONText)])

    func text(_ indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .string(let value): return Self.quoted(value)
        case .number(let value): return "\(value)"
        case .bool(let value): return "\(value)"
        case .array(let values):
            let flat = "[" + values.map { $0.text(inner) }.joined(separator: ", ") + "]"
            if indent.count + flat.count < 100, !flat.contains("\n") { return flat }
            return "[\n" + values.map { inner + $0.text(inner) }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members):
            if members.isEmpty { return "{}" }
            let lines = members.map { "\(inner)\(Self.quoted($0.0)): \($0.1.text(inner))" }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\u{0}"..<"\u{20}":
                let code = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - code.count) + code
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
