/// Reads numbers of variable size, which WebAssembly, Mach-O's exports and ELF's attributes use.
extension ByteCursor {
    /// Reads a number in unsigned LEB128 of at most 32 bits: 7 bits per byte, lowest first,
    /// with the top bit set on all bytes but the last.
    mutating func leb() throws(ObjectFileError) -> Int {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 28, by: 7) {
            let byte: UInt8 = try integer()
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 {
                guard value <= UInt64(UInt32.max) else { break }
                return Int(value)
            }
        }
        throw error(.badField(.leb128Number, value: value))
    }

    /// Reads a number of at most 64 bits; for a signed number, returns its bits without sign extension.
    mutating func leb64() throws(ObjectFileError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            let byte: UInt8 = try integer()
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
        }
        throw error(.badField(.leb128Number, value: value))
    }

    /// Reads a size, then text of that many bytes.
    mutating func lebText() throws(ObjectFileError) -> String { try bytes(try leb()).text() }
}
