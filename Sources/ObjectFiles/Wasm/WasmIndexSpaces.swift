/// Resolves the indices in a symbol table: imports first, then the module's own definitions.
///
/// ```
/// code:  number, then for each function its size and body
/// data:  number, then flags (0 at an address, 1 passive, 2 in a memory of that index), for 0 and 2 an expression for
///        the address (41 / 42 constant, or another, up to 0B; hexadecimal), size, bytes
/// ```
/// Numbers are LEB128. Source: the WebAssembly specification 5.5.13 and 5.5.14.
struct WasmIndexSpaces {
    /// Names of imports by kind, in the order of their indices.
    private var imports: [UInt8: [String]] = [:]
    /// The start of each function in the code section.
    private var functions: [UInt64] = []
    /// The address of each data segment.
    private var segments: [UInt64] = []
    /// Indices of the module's sections by their ids.
    private var sections: [UInt8: Int] = [:]

    init(of file: WasmFile) throws(ObjectFileError) {
        for each in try file.imports() { imports[each.kind, default: []].append(each.name) }
        for (index, part) in file.parts.enumerated() where sections[part.id] == nil { sections[part.id] = index }
        if let part = sections[10].map({ file.parts[$0] }) { functions = try Self.functions(part.bytes) }
        if let part = sections[11].map({ file.parts[$0] }) { segments = try Self.segments(part.bytes) }
    }

    func importName(_ symbolKind: UInt8, _ index: Int) -> String {
        let names = imports[Self.importKinds[symbolKind] ?? 0] ?? []
        return index < names.count ? names[index] : ""
    }

    /// Returns the offset of a function in the code section, 0 for an import; for other kinds, the index.
    func value(_ symbolKind: UInt8, _ index: Int) -> UInt64 {
        guard symbolKind == 0 else { return UInt64(index) }
        let own = index - (imports[0]?.count ?? 0)
        return own >= 0 && own < functions.count ? functions[own] : 0
    }

    func address(segment: Int, offset: UInt64) -> UInt64 {
        segment < segments.count ? segments[segment] &+ offset : offset
    }

    /// Returns the index of the section that contains symbols of a kind.
    func section(of symbolKind: UInt8) -> Int? { Self.sectionIDs[symbolKind].flatMap { sections[$0] } }

    /// Maps a symbol's kind to an import's kind, and to a section's id.
    private static let importKinds: [UInt8: UInt8] = [0: 0, 2: 3, 4: 4, 5: 1]
    private static let sectionIDs: [UInt8: UInt8] = [0: 10, 1: 11, 2: 6, 4: 13, 5: 4]

    private static func functions(_ code: ByteView) throws(ObjectFileError) -> [UInt64] {
        var cursor = ByteCursor(code, .little)
        var all: [UInt64] = []
        for _ in 0..<(try cursor.leb()) {
            all.append(UInt64(cursor.offset))
            try cursor.skip(try cursor.leb())
        }
        return all
    }

    private static func segments(_ data: ByteView) throws(ObjectFileError) -> [UInt64] {
        var cursor = ByteCursor(data, .little)
        var all: [UInt64] = []
        for _ in 0..<(try cursor.leb()) {
            let flags = try cursor.leb()
            if flags == 2 { _ = try cursor.leb() }
            all.append(flags == 1 ? 0 : try address(&cursor))
            try cursor.skip(try cursor.leb())
        }
        return all
    }

    /// Returns the value of a constant; 0 for any other expression, which only a linker can evaluate.
    private static func address(_ cursor: inout ByteCursor) throws(ObjectFileError) -> UInt64 {
        let opcode: UInt8 = try cursor.integer()
        let value = try cursor.leb64()
        while try cursor.integer(UInt8.self) != 0x0B {}
        return opcode == 0x41 || opcode == 0x42 ? value : 0
    }
}
