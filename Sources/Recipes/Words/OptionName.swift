import Basics

/// The name of a recipe's option, the operand of `--with` and `--without`.
public struct OptionName: TextName {
    public let string: String

    /// Reads a name in the form of a recipe's name; nil for any other text.
    public init?(_ string: String) {
        guard WordGrammar.name.accepts(string) else { return nil }
        self.string = string
    }
}
