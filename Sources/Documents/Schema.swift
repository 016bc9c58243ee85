/// The part of JSON Schema that shapes need.
public indirect enum Schema: Hashable, Sendable {
    /// Text; also an unquoted number or truth value, which stands for its spelling.
    /// The pattern is an ECMAScript regular expression.
    case text(pattern: String? = nil)
    case bool
    case integer(ClosedRange<Int>)
    case words([String])
    case list(Schema, isNonEmpty: Bool = false)
    case either([Schema])
    case table(keys: Schema, values: Schema, isNonEmpty: Bool = false)
    case object([Property])

    /// A known key of an object.
    public struct Property: Hashable, Sendable {
        public let name: String
        public let schema: Schema
        public let doc: String
        public let isRequired: Bool
    }

    /// Whether the schema accepts only scalars.
    var isScalar: Bool {
        switch self {
        case .text, .bool, .integer, .words: true
        case .either(let schemas): schemas.allSatisfy(\.isScalar)
        case .list, .table, .object: false
        }
    }

    /// The same schema, in which lists and tables must not be empty.
    var nonEmpty: Schema {
        switch self {
        case .list(let element, _): .list(element, isNonEmpty: true)
        case .table(let keys, let values, _): .table(keys: keys, values: values, isNonEmpty: true)
        case .either(let schemas): .either(schemas.map(\.nonEmpty))
        case .text, .bool, .integer, .words, .object: self
        }
    }
}
