/// The 256 bits of a SHA-256, written as 64 lower-case hex digits.
///
/// A recipe's `sha256:` is one of these: there the size is not known beforehand.
public struct SHA256Value: Hashable, Sendable, Comparable {
    // Four words, most significant first, so that comparison is the order of the hex digits.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Takes exactly 32 bytes; nil for any other number.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        var values: [UInt64] = [0, 0, 0, 0]
        for (index, byte) in bytes.enumerated() {
            values[index / 8] = values[index / 8] << 8 | UInt64(byte)
        }
        words = (values[0], values[1], values[2], values[3])
    }

    /// Reads 64 hex digits, of either case; nil for anything else.
    public init?(hex: String) {
        let digits = hex.utf8
        guard digits.count == 64 else { return nil }
        var values: [UInt64] = [0, 0, 0, 0]
        for (index, digit) in digits.enumerated() {
            guard let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
            values[index / 16] = values[index / 16] << 4 | UInt64(value)
        }
        words = (values[0], values[1], values[2], values[3])
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        [words.0, words.1, words.2, words.3].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
        }
    }

    /// 64 lower-case hex digits.
    public var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    public static func == (left: SHA256Value, right: SHA256Value) -> Bool { left.words == right.words }

    public static func < (left: SHA256Value, right: SHA256Value) -> Bool { left.words < right.words }

    public func hash(into hasher: inout Hasher) {
        // Any 64 bits of a SHA-256 are as good as all of them for a hash table.
        hasher.combine(words.0)
    }
}

extension SHA256Value: CustomStringConvertible, Codable {
    public var description: String { hex }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = SHA256Value(hex: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a SHA-256: \(text)")
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }
}
