/// A macro for the preprocessor: `NAME` or `NAME=VALUE`.
public struct Define: Hashable, Sendable {
    public let name: String
    /// Nil for a macro without a value, which the compiler sets to 1.
    public let value: String?

    /// Reads `NAME` or `NAME=VALUE`, where the name is a C identifier; nil for anything else.
    public init?(_ text: String) {
        let name = text.prefix { $0 != "=" }
        guard Identifier.accepts(name) else { return nil }
        self.name = String(name)
        value = name.endIndex == text.endIndex ? nil : String(text[name.endIndex...].dropFirst())
    }

    /// The compiler's argument: `-DNAME=VALUE`.
    public var argument: String { "-D\(name)" + (value.map { "=\($0)" } ?? "") }
}

/// C identifiers, which are also the names of environment variables and of modules.
enum Identifier {
    static let pattern = "^[A-Za-z_][A-Za-z0-9_]*$"

    static func accepts(_ text: some StringProtocol) -> Bool {
        let isLetter: (UInt8) -> Bool = { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F }
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
    }
}
