/// A key of a mapping: its name, what it takes, and what it means. Tables of these are what readers, JSON Schemas and
/// error messages have in common.
public struct Key<Value: Sendable>: Sendable {
    public let name: String
    /// A sentence for the author.
    public let doc: String
    let schema: Schema
    let isRequired: Bool
    /// `owner` is the mapping's place, nil when it was already said why the key is not there.
    let body: @Sendable (DocumentNode?, _ owner: Mark?, inout Findings) -> Value?

    /// A key that must be there, without which the mapping has no value.
    public static func required(_ name: String, _ shape: Shape<Value>, _ doc: String) -> Key {
        Key(name: name, doc: doc, schema: shape.schema, isRequired: true) { node, owner, findings in
            if let node { return shape.read(node, &findings) }
            if let owner { findings.missing(name, doc, at: owner) }
            return nil
        }
    }

    /// A key that must be there, while the mapping can still be looked at without it: the value is nil when it is
    /// missing or wrong, and that was noted.
    public static func expected<Wrapped>(_ name: String, _ shape: Shape<Wrapped>, _ doc: String) -> Key
    where Value == Wrapped? {
        Key(name: name, doc: doc, schema: shape.schema, isRequired: true) { node, owner, findings in
            if let node { return .some(shape.read(node, &findings)) }
            if let owner { findings.missing(name, doc, at: owner) }
            return .some(nil)
        }
    }

    /// A key that may be there; nil when it is not, or when it is wrong, which was noted.
    public static func optional<Wrapped>(_ name: String, _ shape: Shape<Wrapped>, _ doc: String) -> Key
    where Value == Wrapped? {
        Key(name: name, doc: doc, schema: shape.schema, isRequired: false) { node, _, findings in
            .some(node.flatMap { shape.read($0, &findings) })
        }
    }

    /// A key that may be there, with what it means when it is not.
    public static func optional(_ name: String, _ shape: Shape<Value>, default value: Value, _ doc: String) -> Key {
        Key(name: name, doc: doc, schema: shape.schema, isRequired: false) { node, _, findings in
            guard let node else { return value }
            return shape.read(node, &findings) ?? value
        }
    }
}

extension Findings {
    fileprivate mutating func missing(_ name: String, _ doc: String, at owner: Mark) {
        error("missing key `\(name)`", at: owner, hint: "`\(name)`: \(doc)")
    }
}
