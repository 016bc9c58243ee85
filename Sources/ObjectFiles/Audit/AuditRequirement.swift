/// The required values of one property of every object.
public struct AuditRequirement: Hashable, Sendable {
    public var property: AuditProperty
    /// The accepted values, any of which suffices.
    public var values: [String]

    public init(_ property: AuditProperty, _ values: [String]) {
        self.property = property
        self.values = values
    }

    /// Reads `KEY=VALUE` or `KEY=VALUE,VALUE`; nil for any other text.
    public init?(_ text: String) {
        guard let equals = text.firstIndex(of: "="), let property = AuditProperty(rawValue: String(text[..<equals]))
        else { return nil }
        let values = text[text.index(after: equals)...].split(separator: ",", omittingEmptySubsequences: false)
        guard !values.contains(where: \.isEmpty) else { return nil }
        self.init(property, values.map(String.init))
    }

    /// Returns the violation; nil when the object satisfies the requirement.
    public func miss(_ object: AuditedObject) -> AuditMiss? {
        guard !property.accepts(values, object) else { return nil }
        return AuditMiss(property: property, expected: values, found: property.value(of: object))
    }
}

/// A violation of a requirement by an object.
public struct AuditMiss: Hashable, Sendable {
    public var property: AuditProperty
    public var expected: [String]
    public var found: String
}
