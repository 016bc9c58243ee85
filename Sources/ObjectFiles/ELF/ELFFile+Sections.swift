/// Reads sections and program headers.
///
/// ```
/// section header: name u32, type u32, flags, address, offset, size (u32 / u64), link u32, info u32,
///                 alignment, entry size (u32 / u64)
/// program header: 32 bit: type, offset, vaddr, paddr, filesz, memsz, flags, align (u32)
///                 64 bit: type u32, flags u32, offset, vaddr, paddr, filesz, memsz, align (u64)
/// ```
/// Source: System V ABI, generic part, chapters 4 and 5.
extension ELFFile {
    struct SectionHeader: Hashable, Sendable {
        var name: String
        /// The offset of the name among the section names; 0 for no name.
        var nameOffset: UInt32
        var type: UInt32
        var flags: UInt64
        var offset: UInt64
        var size: UInt64
        var link: UInt32
        var info: UInt32
        var entrySize: UInt64

        static let symbolTable: UInt32 = 2
        static let relocationsWithAddends: UInt32 = 4
        static let dynamic: UInt32 = 6
        static let note: UInt32 = 7
        static let withoutContents: UInt32 = 8
        static let relocations: UInt32 = 9
        static let dynamicSymbols: UInt32 = 11
        static let versionDefinitions: UInt32 = 0x6FFF_FFFD
        static let symbolVersions: UInt32 = 0x6FFF_FFFF

        /// SHF_WRITE, SHF_ALLOC, SHF_EXECINSTR, SHF_COMPRESSED.
        var isWritable: Bool { flags & 1 != 0 }
        var isLoaded: Bool { flags & 2 != 0 }
        var isCode: Bool { flags & 4 != 0 }
        var isCompressed: Bool { flags & 0x800 != 0 || name.hasPrefix(".zdebug") }
        var isDebugInformation: Bool {
            // A quick test: most names differ from these in the second character.
            guard let second = name.utf8.dropFirst().first, second == UInt8(ascii: "d") || second == UInt8(ascii: "z")
            else { return false }
            return name.hasPrefix(".debug") || name.hasPrefix(".zdebug")
        }

        var contents: ObjectSection.Contents {
            if isCode { return .code }
            if type == Self.withoutContents { return .zeroFilled }
            if isLoaded { return isWritable ? .data : .readOnlyData }
            return isDebugInformation ? .debugInformation : .other
        }
    }

    static func sectionHeaders(of bytes: ByteView, _ header: Header) throws(ObjectFileError) -> [SectionHeader] {
        guard header.sectionHeaders != 0 else { return [] }
        let size = header.is64Bit ? 64 : 40
        guard Int(header.sectionHeaderSize) == size else {
            throw bytes.error(.badField(.entrySize, value: UInt64(header.sectionHeaderSize)))
        }
        let zeroth = try bytes.table(at: header.sectionHeaders, of: 1, size: size)
        var cursor = ByteCursor(zeroth, header.order)
        let first = try Self.sectionHeader(&cursor, header.is64Bit)
        let count = header.sectionHeaderCount == 0 ? first.size : UInt64(header.sectionHeaderCount)
        let names = header.nameSection == 0xFFFF ? first.link : UInt32(header.nameSection)
        cursor = ByteCursor(try bytes.table(at: header.sectionHeaders, of: count, size: size), header.order)
        var sections: [SectionHeader] = []
        sections.reserveCapacity(cursor.remaining / size)
        while cursor.remaining > 0 { sections.append(try sectionHeader(&cursor, header.is64Bit)) }
        try name(&sections, by: names, in: bytes)
        return sections
    }

    private static func name(
        _ sections: inout [SectionHeader], by index: UInt32, in bytes: ByteView
    ) throws(ObjectFileError) {
        guard index != 0 else { return }
        guard index < sections.count else { throw bytes.error(.badField(.sectionIndex, value: UInt64(index))) }
        let names = sections[Int(index)]
        var text = NameTable(try bytes.slice(at: names.offset, size: names.size))
        for index in sections.indices where sections[index].nameOffset != 0 {
            sections[index].name = try text.name(at: Int(sections[index].nameOffset))
        }
    }

    private static func sectionHeader(
        _ cursor: inout ByteCursor, _ wide: Bool
    ) throws(ObjectFileError) -> SectionHeader {
        let name: UInt32 = try cursor.integer()
        let type: UInt32 = try cursor.integer()
        let flags = try cursor.word(wide: wide)
        _ = try cursor.word(wide: wide)
        let offset = try cursor.word(wide: wide)
        let size = try cursor.word(wide: wide)
        let link: UInt32 = try cursor.integer()
        let info: UInt32 = try cursor.integer()
        _ = try cursor.word(wide: wide)
        let entrySize = try cursor.word(wide: wide)
        return SectionHeader(
            name: "", nameOffset: name, type: type, flags: flags, offset: offset, size: size, link: link, info: info,
            entrySize: entrySize)
    }

    /// Returns the first section with a name; nil if there is none.
    func section(named name: String) -> SectionHeader? {
        // Compares lengths first, in which most names differ.
        sectionHeaders.first { $0.name.utf8.count == name.utf8.count && $0.name == name }
    }

    /// Returns all sections but the empty first one.
    public func sections() throws(ObjectFileError) -> [ObjectSection] {
        sectionHeaders.dropFirst().map { header in
            let hasContents = header.type != SectionHeader.withoutContents
            return ObjectSection(
                name: header.name, size: header.size, offset: hasContents ? Int(exactly: header.offset) : nil,
                contents: header.contents)
        }
    }

    /// Returns whether the stack must be executable. In an object, `.note.GNU-stack` without the execute flag (4) means
    /// no; in a linked file, a program header decides (type 6474E551, flag 1).
    public func hasExecutableStack() throws(ObjectFileError) -> Bool {
        if kind == .object {
            guard let note = section(named: ".note.GNU-stack") else { return true }
            return note.flags & 4 != 0
        }
        let size = header.is64Bit ? 56 : 32
        guard header.programHeaderCount > 0 else { return false }
        guard Int(header.programHeaderSize) == size else {
            throw bytes.error(.badField(.entrySize, value: UInt64(header.programHeaderSize)))
        }
        let table = try bytes.table(at: header.programHeaders, of: header.programHeaderCount, size: size)
        for offset in stride(from: 0, to: table.count, by: size) {
            let type: UInt32 = try table.integer(at: offset, header.order)
            let flags: UInt32 = try table.integer(at: offset + (header.is64Bit ? 4 : 24), header.order)
            if type == 0x6474_E551 { return flags & 1 != 0 }
        }
        return true
    }
}
