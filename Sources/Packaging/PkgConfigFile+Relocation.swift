import Packages

/// Makes a pkg-config file work for any folder of its prefix: `${pcfiledir}` is the folder of the file itself, so
/// `prefix=${pcfiledir}/../..` is the prefix of a file in `lib/pkgconfig`.
extension PkgConfigFile {
    /// Flags whose value may be the next word.
    private static let separated: Set<Substring> = [
        "-isysroot", "--sysroot", "-isystem", "-idirafter", "-iquote", "-I", "-L", "-F", "-include",
    ]

    /// Returns the file with a relative prefix, and without words and variables that contain a build folder's path.
    ///
    /// - Parameters:
    ///   - buildRoots: folders of the build, which no longer exist when the file is used. The prefix may be in
    ///     one of them.
    ///   - isStatic: whether to move `Requires.private` and `Libs.private` to `Requires` and `Libs`: every user of an
    ///     archive needs these libraries, and SwiftPM does not read the private fields.
    func relocated(buildRoots: [String], isStatic: Bool) -> PkgConfigFile {
        var file = PkgConfigFile(replacingPrefix(in: text))
        file.lines = file.lines.compactMap { line in
            line.kind == .variable("prefix") ? .variable("prefix", "${pcfiledir}/../..") : cleaned(line, buildRoots)
        }
        if isStatic {
            file.publish("Requires", separator: ", ")
            file.publish("Libs", separator: " ")
        }
        return file
    }

    /// Replaces `/prefix/lib` by `${prefix}/lib`; `/prefixed` stays.
    private func replacingPrefix(in text: String) -> String {
        guard let prefix = lines.first(where: { $0.kind == .variable("prefix") })?.value, prefix.hasPrefix("/"),
            prefix != "/"
        else { return text }
        var result = ""
        var rest = text[...]
        while let found = rest.firstRange(of: prefix) {
            let after = rest[found.upperBound...].first
            let isWhole = after.map { !$0.isLetter && !$0.isNumber && !"-_.+".contains($0) } ?? true
            result += rest[..<found.lowerBound] + (isWhole ? "${prefix}" : prefix)
            rest = rest[found.upperBound...]
        }
        return result + rest
    }

    /// Returns the line without words that contain a build folder's path. If a variable or a comment contains a path of
    /// this kind, returns nil.
    private func cleaned(_ line: Line, _ buildRoots: [String]) -> Line? {
        guard buildRoots.contains(where: line.text.contains) else { return line }
        guard case .field(let keyword) = line.kind else { return nil }
        var kept: [Substring] = []
        for word in line.value.split(whereSeparator: \.isWhitespace) {
            if !buildRoots.contains(where: word.contains) {
                kept.append(word)
            } else if let last = kept.last, Self.separated.contains(last) {
                kept.removeLast()
            }
        }
        return .field(keyword, kept.joined(separator: " "))
    }

    /// Moves the value of a private field to the public field.
    private mutating func publish(_ keyword: String, separator: String) {
        guard let at = lines.firstIndex(where: { $0.kind == .field(keyword + ".private") }) else { return }
        let hidden = lines[at].value
        if let open = lines.firstIndex(where: { $0.kind == .field(keyword) }) {
            lines[open] = .field(
                keyword, [lines[open].value, hidden].filter { !$0.isEmpty }.joined(separator: separator))
            lines.remove(at: at)
        } else {
            lines[at] = .field(keyword, hidden)
        }
    }
}
