/// Numbers of variable size, which WebAssembly, Mach-O's exports and ELF's attributes are written in.
extension ByteCursor {
    /// A number in unsigned LEB128 of at most 32 bits: 7 bits a byte, lowest first,
    /// the top bit set on all but the last.
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
        throw error(.badField(.wasmNumber, value: value))
    }

    /// The same for at most 64 bits; of a signed number the bits that are there, without its sign.
    mutating func leb64() throws(ObjectFileError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            let byte: UInt8 = try integer()
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
        }
        throw error(.badField(.wasmNumber, value: value))
    }

    /// Text behind its size.
    mutating func lebText() throws(ObjectFileError) -> String { try bytes(try leb()).text() }
}
