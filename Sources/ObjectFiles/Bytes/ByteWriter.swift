/// Collects bytes in one byte order.
struct ByteWriter {
    let order: ByteOrder
    private(set) var bytes: [UInt8] = []

    init(_ order: ByteOrder) { self.order = order }

    mutating func append(_ value: some FixedWidthInteger) {
        let ordered = order == .little ? value.littleEndian : value.bigEndian
        Swift.withUnsafeBytes(of: ordered) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ other: [UInt8]) { bytes += other }

    /// Appends zeros up to a size; does nothing when the size is already reached.
    mutating func pad(to size: Int) {
        if size > bytes.count { bytes += [UInt8](repeating: 0, count: size - bytes.count) }
    }
}
