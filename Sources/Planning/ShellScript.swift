import Basics

/// Writes a POSIX `sh` script out of words, so that no value can become syntax.
///
/// Knows quoting and nothing of what the commands mean. A script finds its own folder: `$ROOT` is where it was started,
/// and every path below it is spelt with that variable.
struct ShellScript {
    private(set) var text: String

    /// - Parameter summary: what the script does, a comment of one or several lines.
    init(summary: [String]) {
        text = "#!/bin/sh\n" + summary.map { "# \(Self.comment($0))\n" }.joined()
        text += "set -eu\nROOT=$(pwd -P)\numask 022\n"
    }

    /// A line of our own source, as it is.
    mutating func line(_ code: StaticString) { text += "\(code)\n" }

    mutating func comment(_ words: String) { text += "\n# \(Self.comment(words))\n" }

    /// `NAME=value`, exported.
    mutating func export(_ name: String, _ value: Argument) { text += "export \(name)=\(Self.quoted(value))\n" }

    /// A command, its arguments on lines of their own when they are many.
    mutating func run(_ words: [Argument]) {
        let quoted = words.map(Self.quoted)
        let flat = quoted.joined(separator: " ")
        text += (flat.count <= 110 ? flat : quoted.joined(separator: " \\\n    ")) + "\n"
    }

    /// The word in quotes where the shell needs them: text in single quotes, paths as `"$ROOT"/…`.
    static func quoted(_ word: Argument) -> String {
        let pieces = word.pieces.map { piece in
            switch piece {
            case .text(let text): quoted(text)
            case .path(let path): "\"$ROOT\"/" + quoted(path.string)
            }
        }
        let joined = pieces.joined()
        return joined.isEmpty ? "''" : joined
    }

    private static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true  // digits and letters
            default: plainMarks.contains(byte)
            }
        }
        return isPlain
            ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    private static let plainMarks = Set("-_./=+,:@%".utf8)

    /// A comment ends with its line.
    private static func comment(_ words: String) -> String {
        String(words.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) })
    }
}

extension Argument {
    /// Several words as one, for variables such as `CFLAGS` that make splits at spaces.
    static func joined(_ words: [Argument], separator: String = " ") -> Argument {
        var pieces: [Piece] = []
        for (index, word) in words.enumerated() {
            if index > 0 { pieces.append(.text(separator)) }
            pieces += word.pieces
        }
        return Argument(pieces)
    }
}
