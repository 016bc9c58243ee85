// Text from recipes, archives, servers and command lines is not trusted: it could move the cursor of a terminal, change
// its title, or reverse the direction of the text that follows.

extension Unicode.Scalar {
    /// Whether a terminal may interpret the character instead of showing it: a control character (ESC, CR, C1), a
    /// character that changes the direction of text or is invisible, or a line end of Unicode. The joiners of Persian
    /// words and of emoji are harmless.
    public var controlsTerminal: Bool {
        if value < 0x7F { return value < 0x20 }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: self != "\u{200C}" && self != "\u{200D}"
        default: false
        }
    }
}

extension String {
    /// The text with escapes such as `\u{1B}` in place of characters that control a terminal. Line ends and tabs stay.
    public var escapingControls: String { escaping { $0 != "\n" && $0 != "\t" } }

    /// The text on one line: with escapes in place of line ends and tabs too.
    public var onOneLine: String { escaping { _ in true } }

    private func escaping(_ isEscaped: (Unicode.Scalar) -> Bool) -> String {
        // Nearly all texts are printable ASCII.
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A && !isEscaped("\n") }) { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.controlsTerminal, isEscaped(scalar) {
                text += scalar.escape
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    /// `\n`, `\t` or `\u{1B}`, as a Swift literal has them.
    public var escape: String {
        switch self {
        case "\n": "\\n"
        case "\t": "\\t"
        default: "\\u{\(String(value, radix: 16, uppercase: true))}"
        }
    }
}
