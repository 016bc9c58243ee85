/// Renames symbols in a Mach-O object.
///
/// The symbol table keeps its size and order. The string table grows at its end if it is the file's last part;
/// otherwise it is written again at the end of the file. The value of an entry of the kind N_INDR is the offset of a
/// second name. `MachOFile+Symbols.swift` describes the format.
extension MachOFile {
    func renaming(_ renaming: SymbolRenaming) throws(ObjectFileError) -> [UInt8] {
        guard kind == .object else { throw bytes.error(.unexpectedFormat("a linked Mach-O file")) }
        // Bitcode contains a symbol table with the old names, which a later compilation of the bitcode would use.
        guard try bitcode() != .full else { throw bytes.error(.unexpectedFormat("an object with bitcode")) }
        guard let command = commands.first(where: { $0.kind == .symbolTable })?.bytes, let table = try symbolTable()
        else { return bytes.bytes() }
        let text = table.names
        var result = bytes.bytes()
        var added = StringTableAddition(after: text.count)
        try rename(renaming, in: table, &added, &result)
        guard !added.bytes.isEmpty else { return result }
        let isLast = text.fileOffset - bytes.fileOffset + text.count == bytes.count
        let place = command.fileOffset - bytes.fileOffset
        if isLast {
            result += added.bytes
        } else {
            result.put(UInt32(truncatingIfNeeded: result.count), at: place + 16, header.order)
            result += text.bytes() + added.bytes
        }
        guard added.fits, result.count <= Int(UInt32.max) else { throw bytes.error(.tooLarge(UInt64(result.count))) }
        result.put(UInt32(text.count + added.bytes.count), at: place + 20, header.order)
        return result
    }

    private func rename(
        _ renaming: SymbolRenaming, in symbols: SymbolTable, _ added: inout StringTableAddition,
        _ result: inout [UInt8]
    ) throws(ObjectFileError) {
        let mangling = SymbolMangling(.machO(self))
        var names = NameTable(symbols.names)
        let table = symbols.entries
        let start = table.fileOffset - bytes.fileOffset
        for offset in stride(from: 0, to: table.count, by: symbols.size) {
            let name: UInt32 = try table.integer(at: offset, header.order)
            let type = try table.byte(at: offset + 4)
            // Other objects do not see local symbols and entries for debuggers.
            guard type & 0xE0 == 0, type & 0x01 != 0, name != 0 else { continue }
            if let new = renaming.renamed(try names.name(at: Int(name)), mangling) {
                result.put(added.offset(of: new), at: start + offset, header.order)
            }
            guard type & 0x0E == 0x0A else { continue }
            var cursor = ByteCursor(table, at: offset + 8, header.order)
            let other = try cursor.word(wide: header.is64Bit)
            guard let position = Int(exactly: other) else { throw table.error(.tooLarge(other), at: offset + 8) }
            guard let new = renaming.renamed(try names.name(at: position), mangling) else { continue }
            let moved = added.offset(of: new)
            if header.is64Bit {
                result.put(UInt64(moved), at: start + offset + 8, header.order)
            } else {
                result.put(moved, at: start + offset + 8, header.order)
            }
        }
    }
}
