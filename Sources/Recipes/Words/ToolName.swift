import Basics

/// A program that a build needs besides the tools that every toolchain has: a tool's key in toolchain files (`perl`,
/// `make`), or the name of any other program.
public struct ToolName: TextName {
    public let string: String

    /// Reads a program's name without folders; nil for any other text.
    public init?(_ string: String) {
        guard WordGrammar.program.accepts(string) else { return nil }
        self.string = string
    }
}
