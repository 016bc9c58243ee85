/// A value with one text form, as which it is encoded. Decoding accepts valid texts only.
public protocol TextCodable: Codable, LosslessStringConvertible {}

extension TextCodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a \(Self.self): \(text)")
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// A name: text that must match the grammar of its type.
public protocol TextName: Hashable, Sendable, Comparable, LosslessStringConvertible {
    var string: String { get }
}

extension TextName {
    public var description: String { string }

    public static func < (left: Self, right: Self) -> Bool { left.string < right.string }
}
