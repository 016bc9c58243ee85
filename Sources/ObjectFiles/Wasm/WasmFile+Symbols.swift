/// Reads symbols of a WebAssembly object.
///
/// ```
/// linking:   version (2), then subsections: type u8, size, contents; type 8 is the symbol table: number, then
///            kind u8 (0 function, 1 data, 2 global, 3 section, 4 tag, 5 table), flags
///            data:    name, then when defined: segment, offset, size
///            section: index
///            others:  index, then a name when defined or when the flag EXPLICIT_NAME is set: else the import's
/// flags:     1 weak, 2 local, 4 hidden, 10 undefined, 40 explicit name, 200 absolute (hexadecimal)
/// exports:   number, then name, kind u8 (0 function, 1 table, 2 memory, 3 global, 4 tag), index
/// ```
/// A function's value is its offset in the code section, where its size precedes its body; the value of data is its
/// address. A linked module has no symbol table: its imports are its references, its exports its definitions.
/// Numbers are LEB128. Sources: the WebAssembly specification 5.5.5 and 5.5.10, the tool conventions' Linking.md.
extension WasmFile {
    public func symbols() throws(ObjectFileError) -> [ObjectSymbol] {
        guard kind == .object else { return try importsAndExports() }
        guard let table = try symbolTable() else { return [] }
        let spaces = try WasmIndexSpaces(of: self)
        var cursor = ByteCursor(table, .little)
        let count = try cursor.leb()
        var all: [ObjectSymbol] = []
        // A symbol takes at least three bytes, so the reserved space is bounded by the file's size.
        all.reserveCapacity(min(count, table.count / 3))
        for _ in 0..<count {
            if let symbol = try Self.symbol(&cursor, spaces) { all.append(symbol) }
        }
        return all
    }

    /// Returns the symbols' subsection; there is only one.
    private func symbolTable() throws(ObjectFileError) -> ByteView? {
        guard var cursor = cursor(where: { $0.name == "linking" }) else { return nil }
        _ = try cursor.leb()
        while cursor.remaining > 0 {
            let type: UInt8 = try cursor.integer()
            let contents = try cursor.bytes(try cursor.leb())
            if type == 8 { return contents }
        }
        return nil
    }

    private static func symbol(
        _ cursor: inout ByteCursor, _ spaces: WasmIndexSpaces
    ) throws(ObjectFileError) -> ObjectSymbol? {
        let kind: UInt8 = try cursor.integer()
        let flags = try cursor.leb()
        let isUndefined = flags & 0x10 != 0
        let name: String
        var value: UInt64 = 0
        switch kind {
        case 1:
            name = try cursor.lebText()
            if !isUndefined { value = spaces.address(segment: try cursor.leb(), offset: try cursor.leb64()) }
            if !isUndefined { _ = try cursor.leb64() }
        case 3:
            _ = try cursor.leb()
            return nil
        default:  // Functions, globals, tags, tables: the same layout.
            let index = try cursor.leb()
            if !isUndefined { value = spaces.value(kind, index) }
            name = !isUndefined || flags & 0x40 != 0 ? try cursor.lebText() : spaces.importName(kind, index)
        }
        let section = isUndefined ? nil : spaces.section(of: kind)
        return ObjectSymbol(
            name: name, definition: isUndefined ? .undefined : .defined,
            binding: flags & 2 != 0 ? .local : flags & 1 != 0 ? .weak : .global, isHidden: flags & 4 != 0, value: value,
            place: flags & 0x200 != 0 ? .absolute : section.map { .section($0) } ?? .nowhere)
    }

    private func importsAndExports() throws(ObjectFileError) -> [ObjectSymbol] {
        var all: [ObjectSymbol] = []
        for each in try imports() where each.kind != 2 {
            all.append(ObjectSymbol(name: each.name, definition: .undefined, binding: .global))
        }
        guard var cursor = cursor(where: { $0.id == 7 }) else { return all }
        for _ in 0..<(try cursor.leb()) {
            let name = try cursor.lebText()
            let kind: UInt8 = try cursor.integer()
            _ = try cursor.leb()
            if kind != 2 { all.append(ObjectSymbol(name: name, definition: .defined, binding: .global)) }
        }
        return all
    }
}
