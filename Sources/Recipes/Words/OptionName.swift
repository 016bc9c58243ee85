import Basics

/// The name of a recipe's option: what `--with` and `--without` take.
public struct OptionName: Hashable, Sendable, Comparable {
    public let string: String

    /// Reads a name of the same form as a recipe's; nil for anything else.
    public init?(_ string: String) {
        guard WordGrammar.name.accepts(string) else { return nil }
        self.string = string
    }

    public static func < (left: OptionName, right: OptionName) -> Bool { left.string < right.string }
}

extension OptionName: CustomStringConvertible {
    public var description: String { string }
}
