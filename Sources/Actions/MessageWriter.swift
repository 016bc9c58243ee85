/// Writes the fields of a message of Protocol Buffers, for messages of which every run writes hundreds: the general
/// writer of swift-protobuf takes several times as long. As in proto3, empty texts and zeros are left out.
///
/// Source: https://protobuf.dev/programming-guides/encoding
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes text or bytes.
    mutating func write(_ value: some Collection<UInt8>, field: UInt8) {
        if !value.isEmpty { writeMessage(value, field: field) }
    }

    /// Writes an encoded message, even if it is empty.
    mutating func writeMessage(_ message: some Collection<UInt8>, field: UInt8) {
        bytes.append(field << 3 | 2)  // wire type 2: a length and the bytes
        appendVarint(message.count)
        bytes.append(contentsOf: message)
    }

    mutating func write(_ number: Int, field: UInt8) {
        guard number != 0 else { return }
        bytes.append(field << 3)  // wire type 0: a number
        appendVarint(number)
    }

    /// Appends a number in base 128, the low seven bits first.
    private mutating func appendVarint(_ value: Int) {
        var rest = UInt(bitPattern: value)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
