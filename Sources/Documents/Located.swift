/// A value and its place in the text.
///
/// Equality and hash values ignore the place.
public struct Located<Value> {
    public var value: Value
    public var mark: Mark

    public init(_ value: Value, _ mark: Mark) {
        self.value = value
        self.mark = mark
    }

    /// Returns another value at the same place.
    public func map<Other>(_ transform: (Value) -> Other) -> Located<Other> {
        Located<Other>(transform(value), mark)
    }
}

extension Located: Sendable where Value: Sendable {}

extension Located: Equatable where Value: Equatable {
    public static func == (left: Self, right: Self) -> Bool { left.value == right.value }
}

extension Located: Hashable where Value: Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
