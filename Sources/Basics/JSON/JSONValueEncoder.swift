/// Encodes a value as a `JSONValue`, with members in the order of their names' bytes.
///
/// Plans have a line of parameters for each of tens of thousands of steps, for which Foundation's encoder takes
/// seconds. Supports strings, numbers, truth values and their compositions; dates and data get no special form.
struct JSONValueEncoder: Encoder {
    /// A value of the output. Each container fills one node.
    final class Node {
        var scalar: JSONValue?
        var members: [(name: String, node: Node)]?
        var elements: [Node]?
    }

    let node: Node
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    static func value(of value: some Encodable) throws -> JSONValue {
        let encoder = JSONValueEncoder(node: Node())
        try value.encode(to: encoder)
        return encoder.node.value
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if node.members == nil { node.members = [] }
        return KeyedEncodingContainer(Members<Key>(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if node.elements == nil { node.elements = [] }
        return Elements(node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(node: node) }
}

extension JSONValueEncoder.Node {
    /// The JSON value; an empty object for a type that encodes nothing.
    var value: JSONValue {
        if let scalar { return scalar }
        if let elements { return .array(elements.map(\.value)) }
        var sorted = (members ?? []).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        // Values that encode into one object may share members.
        for index in sorted.indices.dropFirst().reversed() where sorted[index - 1].name == sorted[index].name {
            sorted.remove(at: index)
        }
        return .object(sorted.map { ($0.name, $0.node.value) })
    }

    func set(_ value: some Encodable) throws {
        switch value {
        case let string as String: scalar = .string(string)
        case let bool as Bool: scalar = .bool(bool)
        default: try value.encode(to: JSONValueEncoder(node: self))
        }
    }

    /// Sets a value that is not a container. `set` does not test for numbers, because the first test of each type
    /// searches all protocol conformances of the program; the `encode(to:)` of a number calls this function.
    func setSingle(_ value: some Encodable) throws {
        switch value {
        case is String, is Bool: try set(value)
        case let number as any FixedWidthInteger: scalar = .number("\(number)")
        case let number as any BinaryFloatingPoint: scalar = .number(try Self.text(of: Double(number)))
        default: try set(value)
        }
    }

    /// Returns the shortest text that reads back as the same number.
    private static func text(of number: Double) throws -> String {
        guard number.isFinite else {
            throw EncodingError.invalidValue(number, .init(codingPath: [], debugDescription: "not a finite number"))
        }
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

/// The members of an object.
private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONValueEncoder.Node
    var codingPath: [any CodingKey] { [] }

    private func member(_ key: Key) -> JSONValueEncoder.Node {
        let member = JSONValueEncoder.Node()
        node.members?.append((key.stringValue, member))
        return member
    }

    func encodeNil(forKey key: Key) { member(key).scalar = .null }

    func encode(_ encodable: some Encodable, forKey key: Key) throws { try member(key).set(encodable) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        JSONValueEncoder(node: member(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        JSONValueEncoder(node: member(key)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { JSONValueEncoder(node: node) }

    func superEncoder(forKey key: Key) -> any Encoder { JSONValueEncoder(node: member(key)) }
}

/// The elements of a list.
private struct Elements: UnkeyedEncodingContainer {
    let node: JSONValueEncoder.Node
    var codingPath: [any CodingKey] { [] }
    var count: Int { node.elements?.count ?? 0 }

    private func element() -> JSONValueEncoder.Node {
        let element = JSONValueEncoder.Node()
        node.elements?.append(element)
        return element
    }

    func encodeNil() { element().scalar = .null }

    func encode(_ encodable: some Encodable) throws { try element().set(encodable) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        JSONValueEncoder(node: element()).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        JSONValueEncoder(node: element()).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { JSONValueEncoder(node: element()) }
}

/// A value that is not a container.
private struct Single: SingleValueEncodingContainer {
    let node: JSONValueEncoder.Node
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { node.scalar = .null }

    func encode(_ encodable: some Encodable) throws { try node.setSingle(encodable) }
}
