/// Reads the imports of a module.
///
/// ```
/// imports:   number, then module name, field name, kind u8 (0 function: type; 1 table: type and limits; 2 memory:
///            limits; 3 global: type and mutability u8; 4 tag: attribute u8 and type)
/// limits:    flags u8 (1 has a maximum, 4 counts in 64 bits, 8 has a page size), minimum, maximum, page size
/// type:      u8; for 63 and 64 (references, hexadecimal) also a number
/// ```
/// Numbers are LEB128. Sources: the WebAssembly specification 5.3 and 5.5.5, its memory64 and custom-page-sizes
/// proposals.
extension WasmFile {
    struct Import {
        var name: String
        var kind: UInt8
        /// Whether a memory has addresses of 64 bits.
        var isWide: Bool
    }

    func imports() throws(ObjectFileError) -> [Import] {
        guard var cursor = cursor(where: { $0.id == 2 }) else { return [] }
        var all: [Import] = []
        let count = try cursor.leb()
        all.reserveCapacity(min(count, cursor.remaining / 4))
        for _ in 0..<count {
            _ = try cursor.lebText()
            let name = try cursor.lebText()
            let kind: UInt8 = try cursor.integer()
            all.append(Import(name: name, kind: kind, isWide: try Self.skipType(of: kind, &cursor)))
        }
        return all
    }

    /// Returns whether addresses take 64 bits, according to the module's memory, which it imports or defines.
    func isWide() throws(ObjectFileError) -> Bool {
        if let memory = try imports().first(where: { $0.kind == 2 }) { return memory.isWide }
        guard var cursor = cursor(where: { $0.id == 5 }) else { return false }
        return try cursor.leb() > 0 ? try Self.skipLimits(&cursor) : false
    }

    private static func skipType(of kind: UInt8, _ cursor: inout ByteCursor) throws(ObjectFileError) -> Bool {
        switch kind {
        case 0: _ = try cursor.leb()
        case 1:
            try skipValueType(&cursor)
            return try skipLimits(&cursor)
        case 2: return try skipLimits(&cursor)
        case 3:
            try skipValueType(&cursor)
            try cursor.skip(1)
        case 4:
            try cursor.skip(1)
            _ = try cursor.leb()
        default: throw cursor.error(.badField(.leb128Number, value: UInt64(kind)))
        }
        return false
    }

    private static func skipValueType(_ cursor: inout ByteCursor) throws(ObjectFileError) {
        let type: UInt8 = try cursor.integer()
        if type == 0x63 || type == 0x64 { _ = try cursor.leb64() }
    }

    private static func skipLimits(_ cursor: inout ByteCursor) throws(ObjectFileError) -> Bool {
        let flags: UInt8 = try cursor.integer()
        _ = try cursor.leb64()
        if flags & 1 != 0 { _ = try cursor.leb64() }
        if flags & 8 != 0 { _ = try cursor.leb64() }
        return flags & 4 != 0
    }
}
