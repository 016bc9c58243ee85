/// Encodes a value as one line of JSON: members in the order of their names' bytes, slashes unescaped.
///
/// Plans have a line of parameters for each of tens of thousands of steps, for which Foundation's encoder takes
/// seconds. Supports strings, whole numbers, truth values and their compositions; any other type is a programming
/// error, since no parameters have it.
struct CanonicalEncoder: Encoder {
    /// A part of the output: each container fills its own.
    final class Value {
        var text = ""
        var members: [(name: String, value: Value)]?
        var elements: [Value]?
    }

    let value: Value
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    static func line(of value: some Encodable) throws -> String {
        let encoder = CanonicalEncoder(value: Value())
        try value.encode(to: encoder)
        var text = ""
        encoder.value.write(to: &text)
        return text
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if value.members == nil { value.members = [] }
        return KeyedEncodingContainer(Members<Key>(value: value))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if value.elements == nil { value.elements = [] }
        return Elements(value: value)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(value: value) }
}

extension CanonicalEncoder.Value {
    func write(to text: inout String) {
        if let members {
            text += "{"
            for (index, member) in members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
                .enumerated()
            {
                if index > 0 { text += "," }
                Self.quote(member.name, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        } else if let elements {
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        } else {
            text += self.text
        }
    }

    func set(_ value: some Encodable) throws {
        switch value {
        case let string as String: Self.quote(string, to: &text)
        case let bool as Bool: text = bool ? "true" : "false"
        case let number as any FixedWidthInteger: text = "\(number)"
        case is Double, is Float:
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "a floating point number"))
        default: try value.encode(to: CanonicalEncoder(value: self))
        }
    }

    /// Quotes a string. Source: RFC 8259, section 7.
    static func quote(_ string: String, to text: inout String) {
        text += "\""
        if string.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) {
            text += string
        } else {
            for scalar in string.unicodeScalars { text += escaped(scalar) }
        }
        text += "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case _ where scalar.value < 0x20:
            "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        default: String(scalar)
        }
    }
}

/// The members of an object.
private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let value: CanonicalEncoder.Value
    var codingPath: [any CodingKey] { [] }

    private func member(_ key: Key) -> CanonicalEncoder.Value {
        let member = CanonicalEncoder.Value()
        value.members?.append((key.stringValue, member))
        return member
    }

    func encodeNil(forKey key: Key) { member(key).text = "null" }

    func encode(_ encodable: some Encodable, forKey key: Key) throws { try member(key).set(encodable) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        CanonicalEncoder(value: member(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        CanonicalEncoder(value: member(key)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { CanonicalEncoder(value: value) }

    func superEncoder(forKey key: Key) -> any Encoder { CanonicalEncoder(value: member(key)) }
}

/// The elements of a list.
private struct Elements: UnkeyedEncodingContainer {
    let value: CanonicalEncoder.Value
    var codingPath: [any CodingKey] { [] }
    var count: Int { value.elements?.count ?? 0 }

    private func element() -> CanonicalEncoder.Value {
        let element = CanonicalEncoder.Value()
        value.elements?.append(element)
        return element
    }

    func encodeNil() { element().text = "null" }

    func encode(_ encodable: some Encodable) throws { try element().set(encodable) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        CanonicalEncoder(value: element()).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        CanonicalEncoder(value: element()).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { CanonicalEncoder(value: element()) }
}

/// A value that is not a container.
private struct Single: SingleValueEncodingContainer {
    let value: CanonicalEncoder.Value
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { value.text = "null" }

    func encode(_ encodable: some Encodable) throws { try value.set(encodable) }
}
