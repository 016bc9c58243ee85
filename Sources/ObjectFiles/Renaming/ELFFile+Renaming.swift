/// Renames symbols in an ELF object.
///
/// The symbol table keeps its size and order. The string table, which may contain the names of sections too, is written
/// again at the end of the file, and its section header is updated. Section groups have the names of symbols, so they
/// are renamed too. `ELFFile+Sections.swift` and `ELFFile+Symbols.swift` describe the formats.
extension ELFFile {
    func renaming(_ renaming: SymbolRenaming) throws(ObjectFileError) -> [UInt8] {
        guard kind == .object else { throw bytes.error(.unexpectedFormat("a linked ELF file")) }
        guard let section = sectionHeaders.first(where: { $0.type == SectionHeader.symbolTable }),
            let table = try symbolTable()
        else { return bytes.bytes() }
        guard section.link > 0 else { throw bytes.error(.badField(.sectionIndex, value: 0)) }
        let text = table.names
        var result = bytes.bytes()
        var added = StringTableAddition(after: text.count)
        try rename(renaming, in: table, &added, &result)
        guard !added.bytes.isEmpty else { return result }
        guard added.fits else { throw bytes.error(.tooLarge(UInt64(text.count + added.bytes.count))) }
        let place = result.count
        result += text.bytes() + added.bytes
        try setPlace(of: Int(section.link), offset: place, size: text.count + added.bytes.count, &result)
        return result
    }

    private func rename(
        _ renaming: SymbolRenaming, in symbols: SymbolTable, _ added: inout StringTableAddition,
        _ result: inout [UInt8]
    ) throws(ObjectFileError) {
        let mangling = SymbolMangling(.elf(self))
        var names = NameTable(symbols.names)
        let table = symbols.entries
        let start = table.fileOffset - bytes.fileOffset
        for offset in stride(from: symbols.size, to: table.count, by: symbols.size) {
            let name: UInt32 = try table.integer(at: offset, header.order)
            let info = try table.byte(at: offset + (header.is64Bit ? 4 : 12))
            guard info >> 4 != 0, name != 0 else { continue }
            if let new = renaming.renamed(try names.name(at: Int(name)), mangling) {
                result.put(added.offset(of: new), at: start + offset, header.order)
            }
        }
    }

    /// Writes a section's offset and size into its header.
    private func setPlace(
        of index: Int, offset: Int, size: Int, _ result: inout [UInt8]
    ) throws(ObjectFileError) {
        let wide = header.is64Bit
        guard let headers = Int(exactly: header.sectionHeaders) else {
            throw bytes.error(.tooLarge(header.sectionHeaders))
        }
        let place = headers + index * (wide ? 64 : 40)
        if wide {
            result.put(UInt64(offset), at: place + 24, header.order)
            result.put(UInt64(size), at: place + 32, header.order)
        } else {
            guard offset + size <= Int(UInt32.max) else { throw bytes.error(.tooLarge(UInt64(offset + size))) }
            result.put(UInt32(offset), at: place + 16, header.order)
            result.put(UInt32(size), at: place + 20, header.order)
        }
    }
}
