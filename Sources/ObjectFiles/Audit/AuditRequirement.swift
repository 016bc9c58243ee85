/// What every object must answer to one question.
public struct AuditRequirement: Hashable, Sendable {
    public var property: AuditProperty
    /// Any of these will do.
    public var values: [String]

    public init(_ property: AuditProperty, _ values: [String]) {
        self.property = property
        self.values = values
    }

    /// Reads `KEY=VALUE` or `KEY=VALUE,VALUE`; nil for anything else.
    public init?(_ text: String) {
        guard let equals = text.firstIndex(of: "="), let property = AuditProperty(rawValue: String(text[..<equals]))
        else { return nil }
        let values = text[text.index(after: equals)...].split(separator: ",", omittingEmptySubsequences: false)
        guard !values.contains(where: \.isEmpty) else { return nil }
        self.init(property, values.map(String.init))
    }

    /// Nil when the object is as it must be.
    public func miss(_ object: AuditedObject) -> AuditMiss? {
        guard !property.accepts(values, object) else { return nil }
        return AuditMiss(property: property, expected: values, found: property.value(of: object))
    }
}

/// An object that is not what was required.
public struct AuditMiss: Hashable, Sendable {
    public var property: AuditProperty
    public var expected: [String]
    public var found: String

    public init(property: AuditProperty, expected: [String], found: String) {
        self.property = property
        self.expected = expected
        self.found = found
    }
}
