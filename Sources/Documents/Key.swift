/// A key of a mapping, with its name, the shape of its value, and its description; or several keys that make one value
/// together. The same declarations of keys serve the reader, the JSON Schema and the error messages.
public struct Key<Value: Sendable>: Sendable {
    let properties: [Schema.Property]
    /// Reads the value from a mapping. `misspelt` contains the keys that an unknown key of the mapping resembles: their
    /// absence is not reported again.
    let read: @Sendable (DocumentNode, _ misspelt: Set<String>, inout Findings) -> Value?

    /// - Parameter value: reads the value; its node is nil when the mapping lacks the key.
    private init(
        _ name: String, _ schema: Schema, _ doc: String, isRequired: Bool,
        value: @escaping @Sendable (DocumentNode?, inout Findings) -> Value?
    ) {
        properties = [Schema.Property(name: name, schema: schema, doc: doc, isRequired: isRequired)]
        read = { mapping, misspelt, findings in
            let node = mapping[name]
            if isRequired, node == nil, !misspelt.contains(name) {
                findings.error("missing key `\(name)`", at: mapping.mark, hint: "`\(name)`: \(doc)")
            }
            return value(node, &findings)
        }
    }

    /// Returns a required key; without it, the mapping has no value.
    public static func required(_ name: String, _ shape: Shape<Value>, _ doc: String) -> Key {
        Key(name, shape.schema, doc, isRequired: true) { node, findings in node.flatMap { shape.read($0, &findings) } }
    }

    /// Returns a required key without which the rest of the mapping can still be read: the value is nil when the key is
    /// missing or wrong, and a fault is noted.
    public static func expected<Wrapped>(_ name: String, _ shape: Shape<Wrapped>, _ doc: String) -> Key
    where Value == Wrapped? {
        Key(name, shape.schema, doc, isRequired: true) { node, findings in
            .some(node.flatMap { shape.read($0, &findings) })
        }
    }

    /// Returns an optional key. Its value is nil when the key is absent, and when a fault was noted for a wrong value.
    public static func optional<Wrapped>(_ name: String, _ shape: Shape<Wrapped>, _ doc: String) -> Key
    where Value == Wrapped? {
        Key(name, shape.schema, doc, isRequired: false) { node, findings in
            .some(node.flatMap { shape.read($0, &findings) })
        }
    }

    /// Returns an optional key. The default value applies when the key is absent or its value is wrong.
    public static func optional(_ name: String, _ shape: Shape<Value>, default value: Value, _ doc: String) -> Key {
        Key(name, shape.schema, doc, isRequired: false) { node, findings in
            node.flatMap { shape.read($0, &findings) } ?? value
        }
    }
}

extension Key {
    private init(
        properties: [Schema.Property],
        read: @escaping @Sendable (DocumentNode, _ misspelt: Set<String>, inout Findings) -> Value?
    ) {
        self.properties = properties
        self.read = read
    }

    /// Returns several keys of one mapping as one value. `build` is called when every required key has a value; the
    /// faults of all keys are noted in any case.
    public static func group<each Field: Sendable>(
        _ keys: repeat Key<each Field>, build: @escaping @Sendable (repeat each Field) -> Value
    ) -> Key {
        var properties: [Schema.Property] = []
        repeat properties += (each keys).properties
        return Key(properties: properties) { mapping, misspelt, findings in
            func read<One>(_ key: Key<One>) -> One? { key.read(mapping, misspelt, &findings) }
            let fields = (repeat read(each keys))
            return try? build(repeat present(each fields))
        }
    }

    private struct Missing: Error {}

    private static func present<Field>(_ field: Field?) throws -> Field {
        guard let field else { throw Missing() }
        return field
    }
}

extension Key<Set<String>> {
    /// Stands for no key: its value is the names of all keys of the mapping, known or not.
    public static var names: Key { Key(properties: []) { mapping, _, _ in mapping.keys } }
}
