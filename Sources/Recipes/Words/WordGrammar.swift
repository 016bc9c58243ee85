/// What a word may look like: a class of characters for the first, another for the rest. The check and the pattern of
/// the JSON Schema come from the same two.
struct WordGrammar: Sendable {
    /// A character class as in a regular expression, without brackets: `a-z0-9._+-`; a `-` that stands for itself comes
    /// last.
    let first: String
    let rest: String
    let lengths: ClosedRange<Int>

    private let firstBytes: Set<UInt8>
    private let restBytes: Set<UInt8>

    init(first: String, rest: String, lengths: ClosedRange<Int> = 1...256) {
        self.first = first
        self.rest = rest
        self.lengths = lengths
        firstBytes = Self.bytes(of: first)
        restBytes = Self.bytes(of: rest)
    }

    func accepts(_ text: some StringProtocol) -> Bool {
        let bytes = text.utf8
        guard let byte = bytes.first, firstBytes.contains(byte), lengths.contains(bytes.count) else { return false }
        return bytes.dropFirst().allSatisfy(restBytes.contains)
    }

    /// The same as a regular expression.
    var pattern: String { "^[\(first)][\(rest)]{\(lengths.lowerBound - 1),\(lengths.upperBound - 1)}$" }

    private static func bytes(of text: String) -> Set<UInt8> {
        let all = Array(text.utf8)
        var result: Set<UInt8> = []
        var index = 0
        while index < all.count {
            let isRange = index + 2 < all.count && all[index + 1] == UInt8(ascii: "-")
            result.formUnion(all[index]...(isRange ? all[index + 2] : all[index]))
            index += isRange ? 3 : 1
        }
        return result
    }
}

extension WordGrammar {
    /// Names of recipes, options and toolchains: folders, words of command lines, and parts of file names.
    static let name = WordGrammar(first: "a-z0-9", rest: "a-z0-9._+-", lengths: 1...64)
    static let nameHint =
        "a name holds lower-case letters, digits and `.`, `_`, `+`, `-`, and begins with a letter or digit"

    /// C identifiers, which are also the names of environment variables and of modules.
    static let identifier = WordGrammar(first: "A-Za-z_", rest: "A-Za-z0-9_")

    /// What follows `-l` or `-framework`.
    static let link = WordGrammar(first: "A-Za-z0-9_", rest: "A-Za-z0-9._+-")

    /// Programs, as a shell looks for them.
    static let program = WordGrammar(first: "A-Za-z0-9_", rest: "A-Za-z0-9._+-", lengths: 1...64)

    /// Debian policy, section 5.6.1 and 5.6.12.
    static let debianPackage = WordGrammar(first: "a-z0-9", rest: "a-z0-9+.-", lengths: 2...256)
    static let debianVersion = WordGrammar(first: "0-9", rest: "A-Za-z0-9.+~:-")
    static let debianSuite = WordGrammar(first: "a-z", rest: "a-z0-9-")

    /// Python's PEP 508.
    static let pythonPackage = WordGrammar(first: "A-Za-z0-9", rest: "A-Za-z0-9._-")

    /// What `Version` reads.
    static let version = WordGrammar(first: "0-9", rest: "A-Za-z0-9._+~-")
}
