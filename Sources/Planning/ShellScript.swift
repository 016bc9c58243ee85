import Basics

/// Writes a POSIX `sh` script and quotes every word, so that no value is read as shell syntax.
///
/// This type does not interpret commands. In the script, `$ROOT` is the folder in which the script was started; paths
/// below this folder are written as `$ROOT/…`.
struct ShellScript {
    private(set) var text: String

    /// - Parameter summary: a description of the script, a comment of one or several lines.
    init(summary: [String]) {
        text = "#!/bin/sh\n" + summary.map { "# \(Self.comment($0))\n" }.joined()
        text += "set -eu\nROOT=$(pwd -P)\numask 022\n"
    }

    /// Adds a literal from xbuild's source, unquoted.
    mutating func line(_ code: StaticString) { text += "\(code)\n" }

    mutating func comment(_ words: String) { text += "\n# \(Self.comment(words))\n" }

    /// Adds an exported `NAME=value`.
    mutating func export(_ name: String, _ value: Argument) { text += "export \(name)=\(Self.quoted(value))\n" }

    /// Adds a command, with one argument per line if it is long.
    mutating func run(_ words: [Argument]) { run(words.map(ShellWord.init)) }

    mutating func run(_ words: [ShellWord]) {
        let quoted = words.map(Self.quoted)
        let length = quoted.reduce(quoted.count - 1) { $0 + $1.utf8.count }
        for (index, word) in quoted.enumerated() {
            if index > 0 { text += length <= 110 ? " " : " \\\n    " }
            text += word
        }
        text += "\n"
    }

    static func quoted(_ word: Argument) -> String { quoted(ShellWord(word)) }

    /// Returns the word, quoted if the shell requires it: text in single quotes, words with paths (written `$ROOT/…`)
    /// or variables in double quotes. In `NAME=VALUE` only the value is quoted.
    static func quoted(_ word: ShellWord) -> String {
        // Nearly all words are plain: the scripts of sysroots have thousands.
        if word.pieces.count == 1, case .text(let text) = word.pieces[0], !text.isEmpty, isPlain(text) { return text }
        guard case .text(let first) = word.pieces.first, let sign = first.firstIndex(of: "="),
            isPlain(first[...sign])
        else { return quotedWhole(word.pieces) }
        let rest = [.text(String(first[first.index(after: sign)...]))] + word.pieces.dropFirst()
        return first[...sign] + (rest == [.text("")] ? "" : quotedWhole(rest))
    }

    private static func quotedWhole(_ pieces: [ShellWord.Piece]) -> String {
        var text = ""
        for piece in pieces {
            guard case .text(let part) = piece else {
                return "\"" + pieces.map(insideDoubleQuotes).joined() + "\""
            }
            text += part
        }
        return isPlain(text) && !text.isEmpty ? text : "'\(replacing("'", in: text) { _ in "'\\''" })'"
    }

    /// Returns whether the text contains only characters that are not special to the shell.
    private static func isPlain(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x3A, 0x40...0x5A, 0x61...0x7A: true  // digits, letters, `:` and `@`
            case 0x25, 0x2B...0x2F, 0x3D, 0x5F: true  // `%`, `+,-./`, `=` and `_`
            default: false
            }
        }
    }

    /// Returns a piece for use inside double quotes, where four characters must be escaped (POSIX, 2.2.3).
    private static func insideDoubleQuotes(_ piece: ShellWord.Piece) -> String {
        let escaped = { (text: String) in replacing("$`\"\\", in: text) { "\\\($0)" } }
        return switch piece {
        case .text(let text): escaped(text)
        case .path(let path): "$ROOT/" + escaped(path.string)
        case .jobs: "${JOBS}"
        }
    }

    /// Replaces Unicode scalars, not `Character`s: a quote and a combining accent are one `Character`, but the shell
    /// still reads the quote.
    private static func replacing(_ marks: String, in text: String, by change: (Unicode.Scalar) -> String) -> String {
        guard text.utf8.contains(where: { byte in marks.utf8.contains(byte) }) else { return text }
        return text.unicodeScalars.map { marks.unicodeScalars.contains($0) ? change($0) : String($0) }.joined()
    }

    /// Returns the text with spaces for control characters: a line end would end the comment.
    private static func comment(_ words: String) -> String {
        String(words.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) })
    }
}

extension Argument {
    /// Returns one argument with all the words, for variables such as `CFLAGS`, whose values make splits at spaces.
    static func joined(_ words: [Argument], separator: String = " ") -> Argument {
        var pieces: [Piece] = []
        for (index, word) in words.enumerated() {
            if index > 0 { pieces.append(.text(separator)) }
            pieces += word.pieces
        }
        return Argument(pieces)
    }
}
