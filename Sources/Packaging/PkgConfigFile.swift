/// A pkg-config file that works for any folder of its prefix.
///
/// A `.pc` file has lines of `name=value` (variables, used as `${name}`) and `Keyword: value`; `#` begins a comment.
/// Source: `pc(5)` of pkgconf. `${pcfiledir}` is the folder of the file itself, so `prefix=${pcfiledir}/../..` is the
/// prefix of a file in `lib/pkgconfig`.
struct PkgConfigFile {
    private let text: String
    /// Folders of the build, which no longer exist when the file is used. The prefix may be one of them.
    private let buildRoots: [String]

    init(text: String, buildRoots: [String]) {
        // Swift treats a carriage return with its line feed as one character, which is not a line end here.
        self.text = text.replacing("\r\n", with: "\n")
        self.buildRoots = buildRoots
    }

    /// Flags whose value may be the next word.
    private static let separated: Set<Substring> = [
        "-isysroot", "--sysroot", "-isystem", "-idirafter", "-iquote", "-I", "-L", "-F", "-include",
    ]

    /// Returns the text with a relative prefix, without words and variables that name a build folder.
    ///
    /// - Parameter isStatic: whether to move `Requires.private` and `Libs.private` to `Requires` and `Libs`: if there
    ///   are only archives, every user needs them, and SwiftPM does not read the private ones.
    func relocated(isStatic: Bool) -> String {
        let prefix = variable("prefix")
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("prefix=") {
                lines.append("prefix=${pcfiledir}/../..")
            } else if let line = cleaned(replacingPrefix(prefix, in: line)) {
                lines.append(line)
            }
        }
        let joined = isStatic ? Self.publishing(lines) : lines
        return joined.joined(separator: "\n")
    }

    private func variable(_ name: String) -> String? {
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + "=") }
        let value = line.map { String($0.dropFirst(name.count + 1)) }.map(Self.trimmed)
        return value.flatMap { $0.hasPrefix("/") && $0 != "/" ? $0 : nil }
    }

    /// Replaces `/prefix/lib` by `${prefix}/lib`; `/prefixed` stays.
    private func replacingPrefix(_ prefix: String?, in line: String) -> String {
        guard let prefix else { return line }
        var result = ""
        var rest = line[...]
        while let found = rest.firstRange(of: prefix) {
            let after = rest[found.upperBound...].first
            let isWhole = after.map { !$0.isLetter && !$0.isNumber && !"-_.+".contains($0) } ?? true
            result += rest[..<found.lowerBound] + (isWhole ? "${prefix}" : prefix)
            rest = rest[found.upperBound...]
        }
        return result + rest
    }

    /// Returns the line without words that name a build folder; nil for a variable with such a value.
    private func cleaned(_ line: String) -> String? {
        guard buildRoots.contains(where: line.contains) else { return line }
        guard let colon = line.firstIndex(of: ":"), !line[..<colon].contains("=") else { return nil }
        var kept: [Substring] = []
        for word in line[line.index(after: colon)...].split(separator: " ") {
            if !buildRoots.contains(where: word.contains) {
                kept.append(word)
            } else if let last = kept.last, Self.separated.contains(last) {
                kept.removeLast()
            }
        }
        return kept.isEmpty ? "\(line[..<colon]):" : "\(line[..<colon]): \(kept.joined(separator: " "))"
    }

    private static func publishing(_ lines: [String]) -> [String] {
        [("Requires", ", "), ("Libs", " ")].reduce(lines) { lines, field in
            let (keyword, separator) = field
            guard let at = lines.firstIndex(where: { $0.hasPrefix(keyword + ".private:") }) else { return lines }
            let hidden = trimmed(String(lines[at].dropFirst(keyword.count + 9)))
            var result = lines
            if let open = lines.firstIndex(where: { $0.hasPrefix(keyword + ":") }) {
                let shown = trimmed(String(lines[open].dropFirst(keyword.count + 1)))
                result[open] = "\(keyword): " + [shown, hidden].filter { !$0.isEmpty }.joined(separator: separator)
                result.remove(at: at)
            } else {
                result[at] = "\(keyword): \(hidden)"
            }
            return result
        }
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
