import Basics

/// The name of a table of `map:`, by which words refer to it.
public struct TableName: Hashable, Sendable, Comparable {
    public let string: String

    /// Reads a name in the form of a recipe's name; nil for any other text.
    public init?(_ string: String) {
        guard WordGrammar.name.accepts(string) else { return nil }
        self.string = string
    }

    public static func < (left: TableName, right: TableName) -> Bool { left.string < right.string }
}

extension TableName: CustomStringConvertible {
    public var description: String { string }
}
