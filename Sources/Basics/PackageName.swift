/// A recipe's name, which is also the name of its folder: `secp256k1`, `libpng`, `gtk+`.
public struct PackageName: TextName {
    public let string: String

    /// Reads a name: a lower-case letter or digit, then lower-case letters, digits, `.`, `_`, `+` and `-`; nil for any
    /// other text.
    public init?(_ string: String) {
        guard WordGrammar.name.accepts(string) else { return nil }
        self.string = string
    }
}
