/// A value that is made when somebody asks for it, each time anew: a plan of forty thousand builds holds what their
/// scripts are made of, and no script.
///
/// It stands for what it makes: two are equal when that is equal, and it is encoded as that. What makes it must be a
/// pure function of what it captured.
public struct Late<Value: Hashable & Codable & Sendable>: Sendable {
    private let make: @Sendable () -> Value

    /// A value that is there already.
    public init(_ value: Value) { make = { value } }

    public init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    public var value: Value { make() }
}

extension Late: Hashable {
    public static func == (left: Late, right: Late) -> Bool { left.value == right.value }

    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Late: Codable {
    public init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }

    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
