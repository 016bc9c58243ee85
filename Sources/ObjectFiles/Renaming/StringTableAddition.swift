/// Names that are put behind those of a string table, each once.
struct StringTableAddition {
    /// Where the first one goes: the size of the table so far.
    private let start: Int
    private(set) var bytes: [UInt8] = []
    private var places: [String: UInt32] = [:]

    init(behind start: Int) { self.start = start }

    /// The offset of a name in the table.
    mutating func offset(of name: String) -> UInt32 {
        if let place = places[name] { return place }
        let place = UInt32(truncatingIfNeeded: start + bytes.count)
        places[name] = place
        bytes += Array(name.utf8) + [0]
        return place
    }

    /// Whether every offset fits 32 bits.
    var fits: Bool { start + bytes.count <= Int(UInt32.max) }
}

extension [UInt8] {
    /// Writes a number over what stands at an offset, which is inside.
    mutating func put(_ value: some FixedWidthInteger, at offset: Int, _ order: ByteOrder) {
        let ordered = order == .little ? value.littleEndian : value.bigEndian
        Swift.withUnsafeBytes(of: ordered) { bytes in
            for (index, byte) in bytes.enumerated() { self[offset + index] = byte }
        }
    }
}
