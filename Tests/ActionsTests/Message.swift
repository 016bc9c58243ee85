/// Encodes protobuf messages by hand, with contents that no regular encoder writes.
enum Message {
    static func varint(_ value: UInt64) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
    }

    static func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
    }

    static func field(_ number: UInt64, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }

    static func field(_ number: UInt64, _ value: Int) -> [UInt8] {
        varint(number << 3) + varint(UInt64(bitPattern: Int64(value)))
    }

    /// Omits fields with their default value, as the encoders do.
    static func digest(hash: String, size: Int) -> [UInt8] {
        field(1, hash) + (size == 0 ? [] : field(2, size))
    }

    static func file(_ name: String, _ digest: [UInt8]) -> [UInt8] { field(1, field(1, name) + field(2, digest)) }

    static func folder(_ name: String, _ digest: [UInt8]) -> [UInt8] { field(2, field(1, name) + field(2, digest)) }

    static func link(_ name: String, _ target: String) -> [UInt8] {
        field(3, field(1, name) + (target.isEmpty ? [] : field(2, target)))
    }

    static func tree(root: [UInt8], children: [[UInt8]]) -> [UInt8] {
        field(1, root) + children.flatMap { field(2, $0) }
    }
}
