/// The name of a module, as in `import NAME`.
public struct ModuleName: TextName, TextCodable {
    public let string: String

    /// Reads a name: an ASCII letter or `_`, then letters, digits and `_`. Nil for any other text, for Swift keywords
    /// that an `import` cannot name, and for the modules that come with Swift.
    public init?(_ string: String) {
        let isLetter: (UInt8) -> Bool = { (0x41...0x5A).contains($0 & 0xDF) || $0 == 0x5F }
        let isDigit: (UInt8) -> Bool = { (0x30...0x39).contains($0) }
        guard let first = string.utf8.first, isLetter(first), string.utf8.allSatisfy({ isLetter($0) || isDigit($0) }),
            !Self.reserved.contains(string), !Self.taken.contains(string)
        else { return nil }
        self.string = string
    }

    private static let reserved: Set<String> = [
        "_", "as", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else", "enum",
        "extension", "fallthrough", "false", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal",
        "is", "let", "nil", "operator", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
        "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
        "where", "while",
    ]

    /// The names of Swift's own modules and of the C modules that they import. A library with one of these names
    /// shadows Swift's module or is shadowed by it, often in code that has no explicit `import`.
    private static let taken: Set<String> = [
        "Android", "Builtin", "CRT", "Cxx", "CxxStdlib", "Darwin", "Dispatch", "Distributed", "Foundation",
        "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc",
        "Musl", "ObjectiveC", "Observation", "RegexBuilder", "Swift", "SwiftOnoneSupport", "SwiftShims",
        "Synchronization", "Testing", "WASILibc", "WinSDK", "XCTest", "_Concurrency", "_Differentiation",
        "_RegexParser", "_StringProcessing",
    ]
}
