import Testing

/// Returns the lines on a terminal's screen after this output, which may contain text, line ends, and the control
/// sequences "up n lines" and "clear to the end".
public func shownScreen(_ text: String) -> [String] {
    var lines = [""]
    var row = 0
    var rest = text.replacing("\r\n", with: "\n")[...]
    while let character = rest.popFirst() {
        if character == "\n" {
            row += 1
            if row == lines.count { lines.append("") }
        } else if character == "\u{1B}" {
            let code = rest.prefix { !$0.isLetter }
            rest = rest.dropFirst(code.count)
            switch rest.popFirst() {
            case "A": row = max(0, row - (Int(code.dropFirst()) ?? 1))
            case "J":
                lines.removeSubrange((row + 1)...)
                lines[row] = ""
            case let other: Issue.record("an unknown control sequence: \(code)\(other.map(String.init) ?? "")")
            }
        } else {
            lines[row].append(character)
        }
    }
    return lines
}
