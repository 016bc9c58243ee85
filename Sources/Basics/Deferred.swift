/// A value that is computed at each access. So a plan of forty thousand builds does not store their scripts, but only
/// the inputs from which the scripts are made.
///
/// Equality, hashing and encoding are those of the computed value. The closure must be a pure function of its captured
/// values.
public struct Deferred<Value: Hashable & Codable & Sendable>: Sendable {
    private let make: @Sendable () -> Value

    /// Wraps a value that is already computed.
    public init(_ value: Value) { make = { value } }

    public init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    public var value: Value { make() }
}

extension Deferred: Hashable {
    public static func == (left: Deferred, right: Deferred) -> Bool { left.value == right.value }

    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Deferred: Codable {
    public init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }

    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
