// Names from a recipe become arguments of a command and words of a configuration file.

/// Names that a program cannot misread as anything else.
enum ToolWord {
    /// Refuses a name that is empty, begins like an option, or has spaces, quotes and the like.
    static func check(_ names: [String]) throws(FetchError) {
        for name in names where !isPlain(name) { throw .malformedName(name) }
    }

    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.first, first.isASCII, first.isLetter || first.isNumber else { return false }
        return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-._~:/!".contains($0)) }
    }
}
