/// The grammar of a word: a class of characters for the first character, another for the rest. The check (`accepts`)
/// and the pattern in the JSON Schema (`pattern`) use the same two classes.
public struct WordGrammar: Sendable {
    /// A character class as in a regular expression, without brackets: `a-z0-9._+-`; a `-` that stands for itself comes
    /// last.
    public let first: String
    public let rest: String
    public let lengths: ClosedRange<Int>

    private let firstBytes: Set<UInt8>
    private let restBytes: Set<UInt8>

    public init(first: String, rest: String, lengths: ClosedRange<Int> = 1...256) {
        self.first = first
        self.rest = rest
        self.lengths = lengths
        firstBytes = Self.bytes(of: first)
        restBytes = Self.bytes(of: rest)
    }

    public func accepts(_ text: some StringProtocol) -> Bool {
        let bytes = text.utf8
        guard let byte = bytes.first, firstBytes.contains(byte), lengths.contains(bytes.count) else { return false }
        return bytes.dropFirst().allSatisfy(restBytes.contains)
    }

    /// The grammar as a regular expression.
    public var pattern: String { "^[\(first)][\(rest)]{\(lengths.lowerBound - 1),\(lengths.upperBound - 1)}$" }

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
    /// Names of recipes and options: folders, words of command lines, and parts of file names.
    public static let name = WordGrammar(first: "a-z0-9", rest: "a-z0-9._+-", lengths: 1...64)

    /// C identifiers, which are also the names of environment variables and of modules.
    public static let identifier = WordGrammar(first: "A-Za-z_", rest: "A-Za-z0-9_")
}
