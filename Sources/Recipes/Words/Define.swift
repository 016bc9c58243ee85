import Basics

/// A macro for the preprocessor: `NAME` or `NAME=VALUE`.
public struct Define: Hashable, Sendable {
    public let name: String
    /// Nil for a macro without a value, which the compiler defines as 1.
    public let value: String?

    /// Reads `NAME` or `NAME=VALUE`, where the name is a C identifier; nil for any other text.
    public init?(_ text: String) {
        let name = text.prefix { $0 != "=" }
        guard WordGrammar.identifier.accepts(name) else { return nil }
        self.name = String(name)
        value = name.endIndex == text.endIndex ? nil : String(text[name.endIndex...].dropFirst())
    }

    /// The compiler's argument: `-DNAME=VALUE`.
    public var argument: String { "-D\(name)" + (value.map { "=\($0)" } ?? "") }
}
