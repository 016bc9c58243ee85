// Checks names from a recipe, which become arguments of a command and words of a configuration file.

/// The check for names that a program cannot parse as something else.
enum ToolWord {
    /// Throws for a name that is empty, begins like an option, or contains special characters such as spaces and
    /// quotes.
    static func check(_ names: [String]) throws(FetchError) {
        for name in names where !isPlain(name) { throw .malformedName(name) }
    }

    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.first, first.isASCII, first.isLetter || first.isNumber else { return false }
        return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-._~:/!".contains($0)) }
    }
}
