/// Reads a binary property list. All numbers are big-endian.
///
/// ```
/// bplist00
/// objects: a byte, whose upper half is the kind and whose lower half the size (15: the size follows as an integer)
///     00 08 09   nothing, false, true            4n data, 5n ASCII, 6n UTF-16: of n units
///     1n 2n      integer, real of 2^n bytes      An Cn   array, set: n references
///     33         date, 8 bytes                   Dn      dictionary: n references of keys, n of values
///     8n         UID of n + 1 bytes
/// a table: the start of each object
/// trailer, 32 bytes: 5 unused, sort version, size of the table's numbers, size of references (a byte each),
///     number of objects, index of the outermost, start of the table (8 bytes each)
/// ```
/// An object can be referenced several times, even by itself: Foundation's reader follows such a cycle for ever. This
/// reader accepts values up to the depth `PlainValue.deepest`, and stops when the values would take more space than any
/// real description of a package of that size. Source: Apple's `CFBinaryPList.c`.
struct BinaryPlist {
    private let bytes: [UInt8]
    private var offsetSize = 0
    private var referenceSize = 0
    private var count = 0
    private var table = 0
    /// The remaining budget. Each value that is read costs 64, and a text also its size in bytes.
    private var budget: Int

    static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }

    static func read(_ bytes: [UInt8]) throws(PlainValue.Unreadable) -> PlainValue {
        var reader = try BinaryPlist(bytes)
        return try reader.value(try reader.number(at: bytes.count - 16, size: 8), depth: 0)
    }

    private init(_ bytes: [UInt8]) throws(PlainValue.Unreadable) {
        let trailer = bytes.count - 32
        self.bytes = bytes
        budget = min(65536 + 256 * bytes.count, 8 << 20)
        guard trailer >= 8 else { throw Self.broken(bytes.count) }
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        count = try number(at: trailer + 8, size: 8)
        table = try number(at: trailer + 24, size: 8)
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), (8...trailer).contains(table),
            count <= (trailer - table) / offsetSize
        else { throw Self.broken(trailer) }
    }

    private static func broken(_ offset: Int) -> PlainValue.Unreadable {
        PlainValue.Unreadable(reason: "it is not a property list: byte \(offset)")
    }

    // MARK: Values

    private mutating func value(_ index: Int, depth: Int) throws(PlainValue.Unreadable) -> PlainValue {
        guard depth < PlainValue.deepest else {
            throw PlainValue.Unreadable(reason: "it is nested too deeply, or contains itself")
        }
        guard index < count else { throw Self.broken(table) }
        let start = try number(at: table + index * offsetSize, size: offsetSize)
        guard (8..<table).contains(start) else { throw Self.broken(table + index * offsetSize) }
        let (kind, low) = (bytes[start] >> 4, Int(bytes[start] & 0xF))
        switch kind {
        case 0x0:
            try spend(0)
            return low == 8 ? .flag(false) : low == 9 ? .flag(true) : .nothing
        case 0x1, 0x2:
            guard low <= 4, 1 << low < table - start else { throw Self.broken(start) }
            try spend(0)
            return try kind == 1 ? integer(at: start + 1, size: 1 << low) : real(at: start + 1, size: 1 << low)
        case 0x3, 0x8:
            try spend(0)
            return .nothing
        case 0x4, 0x5, 0x6: return try text(kind, try size(at: start))
        case 0xA, 0xC: return try list(try size(at: start), depth: depth)
        case 0xD: return try map(try size(at: start), depth: depth)
        default: throw Self.broken(start)
        }
    }

    /// Reads an integer. An 8-byte integer is signed; a 16-byte integer holds an unsigned 8-byte number, and its upper
    /// half is seldom used.
    private func integer(at offset: Int, size: Int) throws(PlainValue.Unreadable) -> PlainValue {
        let low = try bits(at: offset + max(0, size - 8), size: min(size, 8))
        let high = size == 16 ? try bits(at: offset, size: 8) : 0
        let signed = Int64(bitPattern: low)
        guard high == 0 || (high == .max && signed < 0) else { throw Self.broken(offset) }
        return .number(size == 8 || high != 0 ? Double(signed) : Double(low))
    }

    private func real(at offset: Int, size: Int) throws(PlainValue.Unreadable) -> PlainValue {
        let bits = try bits(at: offset, size: min(size, 8))
        switch size {
        case 4: return .number(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
        case 8: return .number(Double(bitPattern: bits))
        default: throw Self.broken(offset)
        }
    }

    private mutating func text(_ kind: UInt8, _ size: Size) throws(PlainValue.Unreadable) -> PlainValue {
        let length = kind == 6 ? size.count * 2 : size.count
        guard length <= table - size.end else { throw Self.broken(size.end) }
        try spend(length)
        let part = bytes[size.end..<(size.end + length)]
        switch kind {
        case 5: return .text(String(decoding: part, as: UTF8.self))
        case 6:
            let units = stride(from: part.startIndex, to: part.endIndex, by: 2).map {
                UInt16(part[$0]) << 8 | UInt16(part[$0 + 1])
            }
            return .text(String(decoding: units, as: UTF16.self))
        default: return .nothing
        }
    }

    private mutating func list(_ size: Size, depth: Int) throws(PlainValue.Unreadable) -> PlainValue {
        try spend(0)
        var list: [PlainValue] = []
        for index in 0..<(try references(size, each: 1)) {
            list.append(try value(try reference(index, size), depth: depth + 1))
        }
        return .list(list)
    }

    private mutating func map(_ size: Size, depth: Int) throws(PlainValue.Unreadable) -> PlainValue {
        try spend(0)
        var map: [String: PlainValue] = [:]
        for index in 0..<(try references(size, each: 2)) {
            guard case .text(let key) = try value(try reference(index, size), depth: depth + 1) else {
                throw Self.broken(size.end)
            }
            map[key] = try value(try reference(size.count + index, size), depth: depth + 1)
        }
        return .map(map)
    }

    // MARK: Numbers

    /// The number of units in an object, and the end of the size.
    private struct Size {
        var count: Int
        var end: Int
    }

    private func size(at start: Int) throws(PlainValue.Unreadable) -> Size {
        let low = Int(bytes[start] & 0xF)
        guard low == 0xF else { return Size(count: low, end: start + 1) }
        let width = 1 << Int(try number(at: start + 1, size: 1) & 0xF)
        guard bytes[start + 1] >> 4 == 1, width <= 8 else { throw Self.broken(start + 1) }
        let count = try number(at: start + 2, size: width)
        // An object cannot have more units than the file has bytes.
        guard count <= bytes.count else { throw Self.broken(start + 2) }
        return Size(count: count, end: start + 2 + width)
    }

    /// Returns the number of references if all of them are before the table.
    private func references(_ size: Size, each: Int) throws(PlainValue.Unreadable) -> Int {
        guard size.end <= table, size.count * each <= (table - size.end) / referenceSize else {
            throw Self.broken(size.end)
        }
        return size.count
    }

    private func reference(_ index: Int, _ size: Size) throws(PlainValue.Unreadable) -> Int {
        try number(at: size.end + index * referenceSize, size: referenceSize)
    }

    private mutating func spend(_ bytes: Int) throws(PlainValue.Unreadable) {
        budget -= 64 + bytes
        guard budget >= 0 else { throw PlainValue.Unreadable(reason: "it refers to its parts too often") }
    }

    private func number(at offset: Int, size: Int) throws(PlainValue.Unreadable) -> Int {
        guard let number = Int(exactly: try bits(at: offset, size: size)) else { throw Self.broken(offset) }
        return number
    }

    private func bits(at offset: Int, size: Int) throws(PlainValue.Unreadable) -> UInt64 {
        guard offset >= 0, offset <= bytes.count - size else { throw Self.broken(offset) }
        return bytes[offset..<(offset + size)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
