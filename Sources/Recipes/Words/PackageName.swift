/// A recipe's name, which is that of its folder: `secp256k1`, `libpng`, `gtk+`.
public struct PackageName: Hashable, Sendable, Comparable {
    public let string: String

    /// Reads a name: a lower-case letter or digit, then those and `.`, `_`, `+`, `-`; nil for anything else.
    public init?(_ string: String) {
        guard NameGrammar.accepts(string) else { return nil }
        self.string = string
    }

    public static func < (left: PackageName, right: PackageName) -> Bool { left.string < right.string }
}

extension PackageName: CustomStringConvertible {
    public var description: String { string }
}

/// What the names of recipes and of their options have in common: they are folders, words of command lines, and parts
/// of file names.
enum NameGrammar {
    static let pattern = "^[a-z0-9][a-z0-9._+-]*$"
    static let hint =
        "a name holds lower-case letters, digits and `.`, `_`, `+`, `-`, and begins with a letter or digit"

    static func accepts(_ text: String) -> Bool {
        guard let first = text.utf8.first, isWord(first), text.utf8.count <= 64 else { return false }
        return text.utf8.allSatisfy { isWord($0) || ".-_+".utf8.contains($0) }
    }

    private static func isWord(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) }
}
