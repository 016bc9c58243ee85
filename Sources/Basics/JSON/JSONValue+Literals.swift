extension JSONValue: ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .number(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Makes an object without the members whose value is nil, in the order of the names' bytes.
    public init(dictionaryLiteral members: (String, JSONValue?)...) {
        let present = members.compactMap { name, value in value.map { (name, $0) } }
        self = .object(present.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) })
    }
}
