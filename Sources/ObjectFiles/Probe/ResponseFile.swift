/// Files that contain words of a command line.
enum ResponseFile {
    /// Returns the lines of an export list or a file list, trimmed, without blank lines and comments.
    static func lines(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map(trimmed).filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }

    private static func trimmed(_ line: Substring) -> String {
        var rest = line.drop { $0 == " " || $0 == "\t" }
        while let last = rest.last, last == " " || last == "\t" { rest = rest.dropLast() }
        return String(rest)
    }

    /// Returns the words between blanks; quotes and backslashes work as in a shell.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let last = word { words.append(last) }
        return words
    }
}
