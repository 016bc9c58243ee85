/// Determines whether code runs at any address.
///
/// ```
/// relocation: offset, info (u32 / u64), in sections of type 4 (RELA) also the addend (i32 / i64)
/// info:       32 bit: symbol (24 bits), type (8); 64 bit: symbol (32 bits), type (32)
/// ```
/// In `info`, a section of relocations names the section that they change. Objects are position dependent if they need
/// an absolute address in a section that is loaded and not writable: the loader would have to change shared pages,
/// which linkers refuse. Linked files are position independent if they have the type ET_DYN, unless the dynamic section
/// says (DT_TEXTREL, 22, or DF_TEXTREL in DT_FLAGS) that their code must be changed.
///
/// Source: System V ABI, generic part, chapters 4 and 5.
extension ELFFile {
    public func positionIndependence() throws(ObjectFileError) -> PositionIndependence {
        switch kind {
        case .object: try objectsIndependence()
        case .executable: .dependent
        case .dynamicLibrary: try changesItsCode() ? .dependent : .independent
        case .bundle, .importObject, .other: .unknown
        }
    }

    private func objectsIndependence() throws(ObjectFileError) -> PositionIndependence {
        guard let absolute = ELFRelocation.absolute(header.machine) else { return .unknown }
        // Limits the time: overlapping sections, which no real file has, would take the square of the file's size.
        var total = 0
        for section in sectionHeaders {
            let hasAddends = section.type == SectionHeader.relocationsWithAddends
            guard hasAddends || section.type == SectionHeader.relocations else { continue }
            guard section.info < sectionHeaders.count else {
                throw bytes.error(.badField(.sectionIndex, value: UInt64(section.info)))
            }
            let target = sectionHeaders[Int(section.info)]
            guard target.isLoaded, !target.isWritable else { continue }
            total = try bytes.sum(total, try bytes.size(section.size))
            guard total <= bytes.count else { throw bytes.error(.tooLarge(UInt64(total))) }
            if try relocations(section, hasAddends, contain: absolute) { return .dependent }
        }
        return .independent
    }

    private func relocations(
        _ section: SectionHeader, _ hasAddends: Bool, contain types: [ClosedRange<UInt32>]
    ) throws(ObjectFileError) -> Bool {
        let word = header.is64Bit ? 8 : 4
        let size = word * (hasAddends ? 3 : 2)
        let table = try bytes.table(at: section.offset, of: section.size / UInt64(size), size: size)
        for offset in stride(from: word, to: table.count, by: size) {
            let type =
                header.is64Bit
                ? UInt32(truncatingIfNeeded: try table.integer(UInt64.self, at: offset, header.order))
                : try table.integer(UInt32.self, at: offset, header.order) & 0xFF
            if types.contains(where: { $0.contains(type) }) { return true }
        }
        return false
    }

    private func changesItsCode() throws(ObjectFileError) -> Bool {
        guard let section = sectionHeaders.first(where: { $0.type == SectionHeader.dynamic }) else { return false }
        let word = header.is64Bit ? 8 : 4
        let table = try bytes.table(at: section.offset, of: section.size / UInt64(word * 2), size: word * 2)
        var cursor = ByteCursor(table, header.order)
        while cursor.remaining > 0 {
            let tag = try cursor.word(wide: header.is64Bit)
            let value = try cursor.word(wide: header.is64Bit)
            if tag == 22 || tag == 30 && value & 4 != 0 { return true }
        }
        return false
    }
}
