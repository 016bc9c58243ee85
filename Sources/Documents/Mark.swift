/// A part of one line of a document: the place of a value, which messages show.
public struct Mark: Hashable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, counted in Unicode scalars, as libyaml does.
    public let column: Int
    /// The number of scalars that the mark covers, at least 1.
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
