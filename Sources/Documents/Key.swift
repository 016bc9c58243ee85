/// A key of a mapping: its name, the shape of its value, and its meaning. Readers, JSON Schemas and error messages
/// share tables of keys.
public struct Key<Value: Sendable>: Sendable {
    public let name: String
    /// A sentence for the author.
    public let doc: String
    let schema: Schema
    let isRequired: Bool
    /// `owner` is the mapping's place; nil when the absence of the key was already reported.
    let body: @Sendable (DocumentNode?, _ owner: Mark?, inout Findings) -> Value?

    /// Returns a required key; without it, the mapping has no value.
    public static func required(_ name: String, _ shape: Shape<Value>, _ doc: String) -> Key {
        Key(name: name, doc: doc, schema: shape.schema, isRequired: true) { node, owner, findings in
            if let node { return shape.read(node, &findings) }
            if let owner { findings.missing(name, doc, at: owner) }
            return nil
        }
    }

    /// Returns a required key without which the rest of the mapping can still be read: the value is nil when the key is
    /// missing or wrong, and a fault is noted.
    public static func expected<Wrapped>(_ name: String, _ shape: Shape<Wrapped>, _ doc: String) -> Key
    where Value == Wrapped? {
        Key(name: name, doc: doc, schema: shape.schema, isRequired: true) { node, owner, findings in
            if let node { return .some(shape.read(node, &findings)) }
            if let owner { findings.missing(name, doc, at: owner) }
            return .some(nil)
        }
    }

    /// Returns an optional key; its value is nil when the key is absent, or wrong with a fault noted.
    public static func optional<Wrapped>(_ name: String, _ shape: Shape<Wrapped>, _ doc: String) -> Key
    where Value == Wrapped? {
        Key(name: name, doc: doc, schema: shape.schema, isRequired: false) { node, _, findings in
            .some(node.flatMap { shape.read($0, &findings) })
        }
    }

    /// Returns an optional key with a default value.
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
