/// Names that are appended to a string table, each once.
struct StringTableAddition {
    /// The offset of the first new name: the size of the original table.
    private let start: Int
    private(set) var bytes: [UInt8] = []
    private var places: [String: UInt32] = [:]

    init(after start: Int) { self.start = start }

    /// Returns the offset of a name in the table.
    mutating func offset(of name: String) -> UInt32 {
        if let place = places[name] { return place }
        let place = UInt32(truncatingIfNeeded: start + bytes.count)
        places[name] = place
        bytes += Array(name.utf8) + [0]
        return place
    }

    /// Whether every offset fits into 32 bits.
    var fits: Bool { start + bytes.count <= Int(UInt32.max) }
}

extension [UInt8] {
    /// Overwrites the number at an offset, which must be inside the array.
    mutating func put(_ value: some FixedWidthInteger, at offset: Int, _ order: ByteOrder) {
        let ordered = order == .little ? value.littleEndian : value.bigEndian
        Swift.withUnsafeBytes(of: ordered) { bytes in
            for (index, byte) in bytes.enumerated() { self[offset + index] = byte }
        }
    }
}
