/// Hand-made binary property lists, which no tool writes.
enum BinaryPlists {
    /// Returns a binary property list.
    ///
    /// - Parameters:
    ///   - objects: the encoded objects; the first is the outermost.
    ///   - referenceSize: the size of references to objects, in bytes.
    static func file(_ objects: [[UInt8]], referenceSize: Int = 1) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += big(bytes.count, 4)
            bytes += object
        }
        let table = bytes.count
        return bytes + offsets + trailer(4, referenceSize, count: objects.count, table: table)
    }

    static func trailer(_ offsetSize: Int, _ referenceSize: Int, count: Int, top: Int = 0, table: Int) -> [UInt8] {
        [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)] + big(count, 8) + big(top, 8) + big(table, 8)
    }

    static func big(_ number: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// An array that contains itself.
    static let circle = file([[0xA1, 0x00]])
    /// Arrays that each contain the next one twice.
    static let doubling = file((1...38).map { [0xA2, UInt8($0), UInt8($0)] } + [[0xA0]])
    static let deep = file((1...30000).map { [0xA1] + big($0, 2) } + [[0xA0]], referenceSize: 2)
    /// One long text, and a list that refers to it a thousand times.
    static let repeated = file(
        [
            [0xAF, 0x11, 0x03, 0xE8] + [UInt8](repeating: 1, count: 1000),
            [0x5F, 0x12] + big(1 << 20, 4)
                + [UInt8](repeating: 0x61, count: 1 << 20),
        ])

    /// Wrong sizes and offsets, each of which must be refused.
    static let corrupt: [(name: String, bytes: [UInt8])] = [
        ("the magic alone", Array("bplist00".utf8)),
        ("a trailer of ones", Array("bplist00".utf8) + [UInt8](repeating: 0xFF, count: 32)),
        ("a trailer of zeros", Array("bplist00".utf8) + [UInt8](repeating: 0, count: 32)),
        ("no object", Array("bplist00".utf8) + trailer(1, 1, count: 0, table: 8)),
        ("a table in the header", Array("bplist00".utf8) + [8] + trailer(1, 1, count: 1, table: 0)),
        ("a table after the end", Array("bplist00".utf8) + [8] + trailer(1, 1, count: 1, table: 1 << 40)),
        ("more objects than bytes", Array("bplist00".utf8) + [9, 8] + trailer(8, 1, count: .max, table: 9)),
        ("a missing outermost object", Array("bplist00".utf8) + [9, 8] + trailer(1, 1, count: 1, top: .max, table: 9)),
        ("an object in the table", Array("bplist00".utf8) + [9, 9] + trailer(1, 1, count: 1, table: 9)),
        ("a text longer than the file", file([[0x5F, 0x13] + big(.max, 8)])),
        ("a text longer than its bytes", file([[0x5F, 0x10, 40] + [UInt8](repeating: 0x61, count: 20)])),
        ("a list longer than the file", file([[0xAF, 0x13] + big(.max / 2, 8)])),
        ("a dictionary longer than the file", file([[0xDF, 0x12] + big(30, 4)])),
        ("a size that is no number", file([[0xAF, 0x50]])), ("a size of 16 bytes", file([[0xAF, 0x14]])),
        ("an integer of 32768 bytes", file([[0x1F]])), ("a real of 16 bytes", file([[0x24]])),
        ("an unknown object", file([[0x70]])), ("a key that is a list", file([[0xD1, 1, 1], [0xA0]])),
        ("a reference to no object", file([[0xA1, 9]])), ("a truncated number", file([[0x13, 0x00]])),
    ]
}
