/// Renames symbols in a COFF object.
///
/// A name longer than eight characters is in the string table after the symbols; all new names are written there.
/// Linker directives in the section `.drectve` (exports) are not changed. `COFFFile+Contents.swift` describes the
/// format.
extension COFFFile {
    func renaming(_ renaming: SymbolRenaming) throws(ObjectFileError) -> [UInt8] {
        guard symbolCount > 0 else { return bytes.bytes() }
        let table = try bytes.table(at: symbolTable, of: symbolCount, size: symbolSize)
        let start = symbolTable + table.count
        // The string table may be missing if it is empty.
        let stated: UInt32 = start == bytes.count ? 0 : try bytes.integer(at: start, .little)
        let size = max(4, Int(stated))
        let text = stated == 0 ? ByteView([4, 0, 0, 0], name: bytes.name) : try bytes.slice(at: start, count: size)
        guard start + size >= bytes.count else {
            throw bytes.error(.unexpectedFormat("an object with data after its string table"))
        }
        var result = Array(bytes.bytes()[..<start])
        var added = StringTableAddition(after: size)
        try rename(renaming, in: table, text, &added, &result)
        guard added.fits else { throw bytes.error(.tooLarge(UInt64(size + added.bytes.count))) }
        var strings = text.bytes() + added.bytes
        strings.put(UInt32(strings.count), at: 0, .little)
        return result + strings
    }

    private func rename(
        _ renaming: SymbolRenaming, in table: ByteView, _ text: ByteView, _ added: inout StringTableAddition,
        _ result: inout [UInt8]
    ) throws(ObjectFileError) {
        let mangling = SymbolMangling(.coff(self))
        var names = NameTable(text)
        var index = 0
        while index < symbolCount {
            let offset = index * symbolSize
            index += 1 + Int(try table.byte(at: offset + symbolSize - 1))
            // External and weak symbols.
            guard [2, 105].contains(try table.byte(at: offset + symbolSize - 2)) else { continue }
            let name = try Self.name(of: table.slice(at: offset, count: symbolSize), &names)
            guard let new = renaming.renamed(name, mangling) else { continue }
            result.put(0 as UInt32, at: symbolTable + offset, .little)
            result.put(added.offset(of: new), at: symbolTable + offset + 4, .little)
        }
    }
}
