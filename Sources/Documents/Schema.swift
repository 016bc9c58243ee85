/// What a shape says of a document, in as much of JSON Schema as the shapes need.
public indirect enum Schema: Hashable, Sendable {
    /// Text; a number or truth value where an unquoted one is its own spelling.
    /// The pattern is an ECMAScript regular expression.
    case text(pattern: String? = nil)
    case bool
    case integer(ClosedRange<Int>)
    case words([String])
    case list(Schema, isNonEmpty: Bool = false)
    case either([Schema])
    case table(keys: Schema, values: Schema)
    case object([Property])

    /// A known key of an object.
    public struct Property: Hashable, Sendable {
        public let name: String
        public let schema: Schema
        public let doc: String
        public let isRequired: Bool
    }

    /// Whether it is of single words only.
    var isScalar: Bool {
        switch self {
        case .text, .bool, .integer, .words: true
        case .either(let schemas): schemas.allSatisfy(\.isScalar)
        case .list, .table, .object: false
        }
    }

    /// The same, where lists must hold something.
    var nonEmpty: Schema {
        switch self {
        case .list(let element, _): .list(element, isNonEmpty: true)
        case .either(let schemas): .either(schemas.map(\.nonEmpty))
        case .text, .bool, .integer, .words, .table, .object: self
        }
    }
}
