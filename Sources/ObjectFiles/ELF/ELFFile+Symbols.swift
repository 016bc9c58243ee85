/// Reads symbol tables.
///
/// ```
/// 32 bit: name u32, value u32, size u32, info u8, other u8, section u16
/// 64 bit: name u32, info u8, other u8, section u16, value u64, size u64
/// info: binding in the upper 4 bits (0 local, 1 global, 2 weak, 10 unique), type in the lower (3 section, 4 file)
/// section: 0 undefined, FFF1 absolute, FFF2 common, FFFF: in the table's section of type 18
/// ```
/// The strings are in the section that the table's `link` names. Source: System V ABI, generic part, chapter 4.
extension ELFFile {
    /// Returns the static table of an object or executable, or the dynamic one of a shared library, without the entries
    /// for sections and files.
    public func symbols() throws(ObjectFileError) -> [ObjectSymbol] {
        guard let table = try symbolTable() else { return [] }
        var symbols: [ObjectSymbol] = []
        symbols.reserveCapacity(table.entries.count / table.size)
        try forEachSymbol(in: table) { _, symbol throws(ObjectFileError) in symbols.append(symbol) }
        return symbols
    }

    typealias SymbolTable = (entries: ByteView, size: Int, names: ByteView)

    func symbolTable() throws(ObjectFileError) -> SymbolTable? {
        let wanted = kind == .dynamicLibrary ? SectionHeader.dynamicSymbols : SectionHeader.symbolTable
        guard let section = sectionHeaders.first(where: { $0.type == wanted }) else { return nil }
        let size = header.is64Bit ? 24 : 16
        guard section.entrySize == UInt64(size) else {
            throw bytes.error(.badField(.entrySize, value: section.entrySize))
        }
        guard section.link < sectionHeaders.count else {
            throw bytes.error(.badField(.sectionIndex, value: UInt64(section.link)))
        }
        let names = sectionHeaders[Int(section.link)]
        return (
            entries: try bytes.table(at: section.offset, of: section.size / UInt64(size), size: size), size: size,
            names: try bytes.slice(at: names.offset, size: names.size)
        )
    }

    /// Calls `body` for every symbol with its index in the table. With `externalOnly`, skips local symbols without
    /// reading their names.
    func forEachSymbol(
        in table: SymbolTable, externalOnly: Bool = false,
        _ body: (Int, ObjectSymbol) throws(ObjectFileError) -> Void
    ) throws(ObjectFileError) {
        var text = NameTable(table.names)
        for offset in stride(from: table.size, to: table.entries.count, by: table.size) {
            if let symbol = try symbol(of: table.entries, at: offset, &text, externalOnly) {
                try body(offset / table.size, symbol)
            }
        }
    }

    private func symbol(
        of table: ByteView, at offset: Int, _ text: inout NameTable, _ externalOnly: Bool
    ) throws(ObjectFileError) -> ObjectSymbol? {
        let wide = header.is64Bit
        let name: UInt32 = try table.integer(at: offset, header.order)
        let info = try table.byte(at: offset + (wide ? 4 : 12))
        let isLocal = info >> 4 == 0
        guard !isLocal || !externalOnly, info & 15 != 3, info & 15 != 4 else { return nil }
        let other = try table.byte(at: offset + (wide ? 5 : 13))
        let section: UInt16 = try table.integer(at: offset + (wide ? 6 : 14), header.order)
        var cursor = ByteCursor(table, at: offset + (wide ? 8 : 4), header.order)
        let value = try cursor.word(wide: wide)
        let size = try cursor.word(wide: wide)
        let isCommon = section == 0xFFF2
        return ObjectSymbol(
            name: name == 0 ? "" : try text.name(at: Int(name)),
            definition: section == 0 ? .undefined : isCommon ? .common : .defined,
            binding: isLocal ? .local : info >> 4 == 2 ? .weak : .global,
            // STV_INTERNAL and STV_HIDDEN.
            isHidden: other & 3 == 1 || other & 3 == 2, value: isCommon ? size : value,
            place: Self.place(section, type: info & 15), isObject: info & 15 == 1)
    }

    /// Returns the place of a symbol. In files with more than 65279 sections, whose numbers need more bits, the place
    /// is unknown.
    private static func place(_ section: UInt16, type: UInt8) -> ObjectSymbol.Place {
        switch section {
        case 0, 0xFFF2: .nowhere
        case _ where type == 10: .indirect
        case 0xFFF1: .absolute
        case 0xFF00...: .nowhere
        default: .section(Int(section) - 1)
        }
    }

    public var architectureName: String { header.machine.name(is64Bit: header.is64Bit, header.order) }

    public func summary() throws(ObjectFileError) -> ObjectSummary {
        var summary = ObjectSummary(
            format: .elf, kind: kind, architecture: architectureName,
            bitcode: section(named: ".llvmbc").map { $0.size > 1 ? .full : .marker } ?? .none,
            hasDebugInformation: sectionHeaders.contains(where: \.isDebugInformation),
            hasCompressedDebugInformation: sectionHeaders.contains { $0.isDebugInformation && $0.isCompressed },
            hasExecutableStack: try hasExecutableStack(), positionIndependence: try positionIndependence(),
            abiFlags: try abiFlags())
        if let table = try symbolTable() {
            // The linker resolves no name to a symbol that the library replaced.
            let versions = try symbolVersions()
            try forEachSymbol(in: table, externalOnly: true) { index, symbol throws(ObjectFileError) in
                if try !versions.isReplaced(index) { summary.take(symbol) }
            }
        }
        return summary
    }
}
