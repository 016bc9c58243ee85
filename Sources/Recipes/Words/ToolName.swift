import Basics

/// A program that a build needs besides what every toolchain has: the word of a toolchain's tool (`perl`, `make`) or
/// the name of a program.
public struct ToolName: TextName {
    public let string: String

    /// Reads a program's name without folders; nil for any other text.
    public init?(_ string: String) {
        guard WordGrammar.program.accepts(string) else { return nil }
        self.string = string
    }
}
