/// A recipe's name, which is also the name of its folder: `secp256k1`, `libpng`, `gtk+`.
public struct PackageName: TextName {
    public let string: String

    /// Reads a name: a lower-case letter or digit, then such characters, `.`, `_`, `+` or `-`; nil for any other text.
    public init?(_ string: String) {
        guard WordGrammar.name.accepts(string) else { return nil }
        self.string = string
    }
}
