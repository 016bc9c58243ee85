/// Reads the symbol table.
///
/// ```
/// LC_SYMTAB: cmd, cmdsize, symoff, nsyms, stroff, strsize (u32)
/// entry:     n_strx u32 (offset in the string table), n_type u8, n_sect u8, n_desc u16, n_value u32 / u64
/// n_type:    E0 debugging entry, 10 private extern, 0E kind (0 undefined or common, 2 absolute, A indirect, C
///            prebound, E in a section), 01 external
/// n_desc:    40 weak reference, 80 weak definition
/// ```
/// An undefined external entry with a value is a common symbol; the value is its size. `n_sect` counts the sections of
/// all segments from 1. LC_DYSYMTAB only repeats, as ranges, which entries are local, defined and undefined, and is not
/// read.
/// Source: Apple's `mach-o/nlist.h`.
extension MachOFile {
    /// Returns every entry except those for debuggers, in the order of the table.
    public func symbols() throws(ObjectFileError) -> [ObjectSymbol] {
        guard let table = try symbolTable() else { return [] }
        var symbols: [ObjectSymbol] = []
        symbols.reserveCapacity(table.entries.count / table.size)
        try forEachSymbol(in: table) { symbols.append($0) }
        return symbols
    }

    typealias SymbolTable = (entries: ByteView, size: Int, names: ByteView)

    func symbolTable() throws(ObjectFileError) -> SymbolTable? {
        guard let command = commands.first(where: { $0.kind == .symbolTable })?.bytes else { return nil }
        var cursor = ByteCursor(command, at: 8, header.order)
        let offset: UInt32 = try cursor.integer()
        let count: UInt32 = try cursor.integer()
        let textOffset: UInt32 = try cursor.integer()
        let textSize: UInt32 = try cursor.integer()
        let entrySize = header.is64Bit ? 16 : 12
        return (
            entries: try bytes.table(at: offset, of: count, size: entrySize), size: entrySize,
            names: try bytes.slice(at: textOffset, size: textSize)
        )
    }

    /// Calls `body` for every symbol. With `externalOnly`, skips local symbols without reading their names.
    func forEachSymbol(
        in table: SymbolTable, externalOnly: Bool = false, _ body: (ObjectSymbol) -> Void
    ) throws(ObjectFileError) {
        var names = NameTable(table.names)
        for offset in stride(from: 0, to: table.entries.count, by: table.size) {
            if let symbol = try symbol(of: table.entries, at: offset, &names, externalOnly) { body(symbol) }
        }
    }

    private func symbol(
        of table: ByteView, at offset: Int, _ names: inout NameTable, _ externalOnly: Bool
    ) throws(ObjectFileError) -> ObjectSymbol? {
        var cursor = ByteCursor(table, at: offset, header.order)
        let name: UInt32 = try cursor.integer()
        let type: UInt8 = try cursor.integer()
        let section: UInt8 = try cursor.integer()
        let description: UInt16 = try cursor.integer()
        let value = try cursor.word(wide: header.is64Bit)
        guard type & 0xE0 == 0 else { return nil }
        let isUndefined = type & 0x0E == 0 || type & 0x0E == 0x0C
        let isExternal = type & 0x01 != 0
        let isLocal = !isExternal && !isUndefined
        guard !isLocal || !externalOnly else { return nil }
        let definition: ObjectSymbol.Definition =
            !isUndefined ? .defined : isExternal && value != 0 ? .common : .undefined
        let isWeak = description & (isUndefined ? 0x40 : 0x80) != 0
        return ObjectSymbol(
            name: name == 0 ? "" : try names.name(at: Int(name)), definition: definition,
            binding: isLocal ? .local : isWeak ? .weak : .global,
            isHidden: type & 0x10 != 0, value: value, place: Self.place(type, section))
    }

    private static func place(_ type: UInt8, _ section: UInt8) -> ObjectSymbol.Place {
        switch type & 0x0E {
        case 0x2: .absolute
        case 0xA: .indirect
        case 0xE where section > 0: .section(Int(section) - 1)
        default: .nowhere  // An open set.
        }
    }
}
