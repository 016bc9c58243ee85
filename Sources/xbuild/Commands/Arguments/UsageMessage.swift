/// The argument parser's messages in the style of this program: lower case, names in back-ticks, one line, and the hint
/// on a separate line.
///
/// The parser makes only the text of its errors public, so this type rewrites text. It does not match whole messages:
/// if a new version of the parser words a message differently, the result may be awkward, but it is still printed.
struct UsageMessage: Equatable {
    var error: String
    var hint: String?

    /// - Parameters:
    ///   - message: `Unknown option '--jbos'. Did you mean '--jobs'?`.
    ///   - usage: the message with the usage below it, which ends in `See 'xbuild recipe --help' for more information.`
    init(message: String, usage: String) {
        let line = message.split(whereSeparator: \.isNewline)
            .map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: " ")
        let advice = [". Did you mean ", ". Please provide one of "].compactMap { mark in
            line.firstRange(of: mark).map { (mark, $0) }
        }.first
        guard let (mark, range) = advice else {
            error = Self.voiced(line)
            hint = usage.firstMatch(of: /See '([^']+)' for more information/).map { "see `\($0.1)`" }
            return
        }
        error = Self.voiced(String(line[..<range.lowerBound]))
        hint = Self.voiced(String(mark.dropFirst(2) + line[range.upperBound...])).replacing("please provide ", with: "")
    }

    private static func voiced(_ text: String) -> String {
        let quoted = text.replacing(/(^|[ ])'(.+?)'(?=$|[ .,:?])/) { "\($0.1)`\($0.2)`" }
        let stem = quoted.hasSuffix(".") && !quoted.hasSuffix("...") ? String(quoted.dropLast()) : quoted
        return stem.prefix(1).lowercased() + stem.dropFirst()
    }
}
