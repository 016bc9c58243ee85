/// The 256 bits of a SHA-256, written as 64 lower-case hex digits.
///
/// A recipe's `sha256:` has this type, because its file's size is not known beforehand.
public struct SHA256Value: Hashable, Sendable, Comparable {
    // Four words, most significant first, so that comparison is the order of the hex digits.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Makes a value from exactly 32 bytes; nil for any other count.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        self = Array(bytes).withUnsafeBytes { SHA256Value(bigEndian: $0) }
    }

    /// Makes a value from the first 32 bytes of a buffer, which must not be smaller. For callers that make thousands of
    /// values.
    public init(bigEndian buffer: UnsafeRawBufferPointer) {
        let word = { UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)) }
        words = (word(0), word(1), word(2), word(3))
    }

    /// Reads 64 hex digits, upper or lower case; nil for any other text.
    public init?(hex: String) {
        var hex = hex
        guard let value = hex.withUTF8({ SHA256Value(hexDigits: UnsafeRawBufferPointer($0)) }) else { return nil }
        self = value
    }

    /// Reads 64 hex digits in ASCII, upper or lower case; nil for any other bytes.
    public init?(hexDigits: UnsafeRawBufferPointer) {
        guard hexDigits.count == 64 else { return nil }
        var values: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        for digit in hexDigits {
            let value: UInt8
            switch digit {
            case 0x30...0x39: value = digit - 0x30
            case 0x41...0x46: value = digit - 0x41 + 10
            case 0x61...0x66: value = digit - 0x61 + 10
            default: return nil
            }
            // Shifts the four words, as one number of 256 bits, by one digit.
            values.0 = values.0 << 4 | values.1 >> 60
            values.1 = values.1 << 4 | values.2 >> 60
            values.2 = values.2 << 4 | values.3 >> 60
            values.3 = values.3 << 4 | UInt64(value)
        }
        words = values
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(32)
        for word in [words.0, words.1, words.2, words.3] {
            withUnsafeBytes(of: word.bigEndian) { result.append(contentsOf: $0) }
        }
        return result
    }

    /// 64 lower-case hex digits.
    public var hex: String {
        String(unsafeUninitializedCapacity: 64) { buffer in
            var index = 0
            for word in [words.0, words.1, words.2, words.3] {
                for shift in stride(from: 60, through: 0, by: -4) {
                    let value = UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 15
                    buffer[index] = value < 10 ? 0x30 + value : 0x61 + value - 10
                    index += 1
                }
            }
            return 64
        }
    }

    public static func == (left: SHA256Value, right: SHA256Value) -> Bool { left.words == right.words }

    public static func < (left: SHA256Value, right: SHA256Value) -> Bool { left.words < right.words }

    public func hash(into hasher: inout Hasher) {
        // Any 64 bits of a SHA-256 are as good as all of them for a hash table.
        hasher.combine(words.0)
    }
}

extension SHA256Value: TextCodable {
    public var description: String { hex }

    public init?(_ text: String) { self.init(hex: text) }
}
