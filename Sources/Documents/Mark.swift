/// A stretch of one line of a document: where a value stands, kept beside it until somebody has to be told.
public struct Mark: Hashable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, counted in Unicode scalars as YAML does.
    public let column: Int
    /// How many scalars of the line it covers, at least 1.
    public let length: Int

    public init(line: Int, column: Int, length: Int = 1) {
        self.line = line
        self.column = column
        self.length = Swift.max(length, 1)
    }
}

extension Mark: Comparable, CustomStringConvertible {
    public static func < (left: Mark, right: Mark) -> Bool {
        (left.line, left.column, left.length) < (right.line, right.column, right.length)
    }

    /// `LINE:COLUMN`.
    public var description: String { "\(line):\(column)" }
}
