/// The files that determine what a compiler makes, besides its own file and its libraries.
struct CompilerParts: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable {
        case clang, gcc
    }

    var kind: Kind
    /// Programs that the compiler starts, specifications, and configuration files.
    var files: [String] = []
    /// The folders of the compiler's own headers.
    var headers: [String] = []

    /// The form in which `ToolMemory` keeps the value.
    var words: [String] { [kind.rawValue, "\(files.count)"] + files + headers }

    init(kind: Kind, files: [String] = [], headers: [String] = []) {
        (self.kind, self.files, self.headers) = (kind, files, headers)
    }

    /// Nil for words that `words` did not make.
    init?(words: [String]) {
        guard words.count >= 2, let kind = Kind(rawValue: words[0]), let count = Int(words[1]),
            (0...(words.count - 2)).contains(count)
        else { return nil }
        let paths = words.dropFirst(2)
        self.init(kind: kind, files: Array(paths.prefix(count)), headers: Array(paths.dropFirst(count)))
    }
}

/// What a compiler writes for `CC -### -c -x c /dev/null`: the commands that it would run.
struct CompilerCommands: Hashable, Sendable {
    /// The program that clang runs as the compiler proper, and its arguments; nil if the output has no such line.
    /// clang writes ` "PROGRAM" "-cc1" …`, with `\` before `"`, `\` and `$`.
    var frontEnd: [String]?
    /// The path by which gcc was called: the line `COLLECT_GCC=PATH`.
    var driver: String?
    /// The configuration files that clang read: the lines `Configuration file: PATH`.
    var configurations: [String] = []

    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == " " }
            if line.hasPrefix("COLLECT_GCC=") {
                driver = String(line.dropFirst("COLLECT_GCC=".count))
            } else if line.hasPrefix("Configuration file: ") {
                configurations.append(String(line.dropFirst("Configuration file: ".count)))
            } else if line.hasPrefix("\""), frontEnd == nil {
                let words = Self.words(line)
                if words.count > 1, words[1] == "-cc1" { frontEnd = words }
            }
        }
    }

    /// The folder of the compiler's own headers and libraries.
    var resourceFolder: String? {
        guard let words = frontEnd, let flag = words.firstIndex(of: "-resource-dir"), flag + 1 < words.count else {
            return nil
        }
        return words[flag + 1]
    }

    /// Returns the quoted words of a line.
    private static func words(_ line: Substring) -> [String] {
        var (words, word, isEscaped): ([String], String?, Bool) = ([], nil, false)
        for character in line {
            guard let open = word else {
                if character == "\"" { word = "" }
                continue
            }
            if isEscaped || (character != "\\" && character != "\"") {
                (word, isEscaped) = (open + String(character), false)
            } else if character == "\\" {
                isEscaped = true
            } else {
                words.append(open)
                word = nil
            }
        }
        return words
    }
}
