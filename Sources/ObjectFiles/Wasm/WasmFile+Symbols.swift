/// Symbols of a WebAssembly object.
///
/// ```
/// linking:   version (2), then subsections: type u8, size, contents; type 8 is the symbol table: number, then
///            kind u8 (0 function, 1 data, 2 global, 3 section, 4 tag, 5 table), flags
///            data:    name, then when defined: segment, offset, size
///            section: index
///            others:  index, then a name when defined or when the flag EXPLICIT_NAME is set: else the import's
/// flags:     1 weak, 2 local, 4 hidden, 10 undefined, 40 explicit name (hexadecimal)
/// imports:   number, then module name, field name, kind u8 (0 function: type; 1 table: type and limits; 2 memory: limits;
///            3 global: type u8 and mutability u8; 4 tag: attribute u8 and type)
/// ```
/// Numbers are LEB128. Sources: the WebAssembly specification 5.5.5, and the tool conventions' Linking.md.
extension WasmFile {
    public func symbols() throws(ObjectFileError) -> [ObjectSymbol] {
        guard let linking = parts.first(where: { $0.name == "linking" }) else { return [] }
        let imports = try imports()
        var cursor = ByteCursor(linking.bytes, .little)
        _ = try cursor.leb()
        var all: [ObjectSymbol] = []
        while cursor.remaining > 0 {
            let type: UInt8 = try cursor.integer()
            let contents = try cursor.bytes(try cursor.leb())
            if type == 8 { all += try Self.symbols(in: contents, imports) }
        }
        return all
    }

    /// Names of imports by kind, in the order in which indices count them.
    private typealias Imports = [UInt8: [String]]

    private static func symbols(in table: ByteView, _ imports: Imports) throws(ObjectFileError) -> [ObjectSymbol] {
        var cursor = ByteCursor(table, .little)
        var all: [ObjectSymbol] = []
        for _ in 0..<(try cursor.leb()) {
            if let symbol = try symbol(&cursor, imports) { all.append(symbol) }
        }
        return all
    }

    private static func symbol(
        _ cursor: inout ByteCursor, _ imports: Imports
    ) throws(ObjectFileError) -> ObjectSymbol? {
        let kind: UInt8 = try cursor.integer()
        let flags = try cursor.leb()
        let isUndefined = flags & 0x10 != 0
        let name: String
        switch kind {
        case 1:
            name = try cursor.lebText()
            if !isUndefined { for _ in 0..<3 { _ = try cursor.leb() } }
        case 3:
            _ = try cursor.leb()
            return nil
        default:  // Functions, globals, tags, tables: the same shape.
            let index = try cursor.leb()
            if !isUndefined || flags & 0x40 != 0 {
                name = try cursor.lebText()
            } else {
                let names = imports[Self.importKinds[kind] ?? 0] ?? []
                name = index < names.count ? names[index] : ""
            }
        }
        return ObjectSymbol(
            name: name, definition: isUndefined ? .undefined : .defined,
            binding: flags & 2 != 0 ? .local : flags & 1 != 0 ? .weak : .global, isHidden: flags & 4 != 0)
    }

    /// From a symbol's kind to an import's.
    private static let importKinds: [UInt8: UInt8] = [0: 0, 2: 3, 4: 4, 5: 1]

    private func imports() throws(ObjectFileError) -> Imports {
        guard let part = parts.first(where: { $0.id == 2 }) else { return [:] }
        var cursor = ByteCursor(part.bytes, .little)
        var all: Imports = [:]
        for _ in 0..<(try cursor.leb()) {
            _ = try cursor.lebText()
            let name = try cursor.lebText()
            let kind: UInt8 = try cursor.integer()
            all[kind, default: []].append(name)
            try Self.skipType(of: kind, &cursor)
        }
        return all
    }

    private static func skipType(of kind: UInt8, _ cursor: inout ByteCursor) throws(ObjectFileError) {
        switch kind {
        case 0: _ = try cursor.leb()
        case 1:
            try cursor.skip(1)
            try skipLimits(&cursor)
        case 2: try skipLimits(&cursor)
        case 3: try cursor.skip(2)
        case 4:
            try cursor.skip(1)
            _ = try cursor.leb()
        default: throw cursor.error(.badField(.wasmNumber, value: UInt64(kind)))
        }
    }

    private static func skipLimits(_ cursor: inout ByteCursor) throws(ObjectFileError) {
        let flags: UInt8 = try cursor.integer()
        _ = try cursor.leb()
        if flags & 1 != 0 { _ = try cursor.leb() }
    }
}
