/// Reads segments and their sections.
///
/// ```
/// LC_SEGMENT / LC_SEGMENT_64: cmd, cmdsize, segname[16], vmaddr, vmsize, fileoff, filesize (u32 / u64 each),
///     maxprot, initprot, nsects, flags (u32), then nsects sections:
///     sectname[16], segname[16], addr, size (u32 / u64), offset, align (log2), reloff, nreloc, flags,
///     reserved1, reserved2 (u32), reserved3 (u32, 64 bit only)
/// ```
extension MachOFile {
    /// A segment as a load command describes it.
    public struct Segment: Hashable, Sendable {
        public var name: String
        public var address: UInt64
        public var sections: [Section]
    }

    /// A section, with the values that the alignment of slices needs.
    public struct Section: Hashable, Sendable {
        public var section: ObjectSection
        /// The alignment as a power of two.
        public var alignment: UInt32
        /// The start of the section's relocations in the file, and their number.
        public var relocationOffset: UInt32
        public var relocationCount: UInt32
        /// The type in the lower 8 bits, attributes above.
        public var flags: UInt32
    }

    /// Returns all segments, in the order of their commands.
    public func segments() throws(ObjectFileError) -> [Segment] {
        var all: [Segment] = []
        for command in commands where command.kind == .segment || command.kind == .segment64 {
            all.append(try Self.segment(command.bytes, wide: command.kind == .segment64, header.order))
        }
        return all
    }

    /// Returns all sections of all segments.
    public func sections() throws(ObjectFileError) -> [ObjectSection] {
        try segments().flatMap { $0.sections.map(\.section) }
    }

    private static func segment(
        _ bytes: ByteView, wide: Bool, _ order: ByteOrder
    ) throws(ObjectFileError) -> Segment {
        var cursor = ByteCursor(bytes, at: 8, order)
        let name = try cursor.fixedText(16)
        let address = try cursor.word(wide: wide)
        try cursor.skip(3 * (wide ? 8 : 4) + 8)
        let count: UInt32 = try cursor.integer()
        try cursor.skip(4)
        guard count <= cursor.remaining / (wide ? 80 : 68) else {
            throw cursor.error(.badField(.sectionCount, value: UInt64(count)))
        }
        var sections: [Section] = []
        for _ in 0..<count { sections.append(try section(&cursor, wide: wide)) }
        return Segment(name: name, address: address, sections: sections)
    }

    private static func section(_ cursor: inout ByteCursor, wide: Bool) throws(ObjectFileError) -> Section {
        let name = try cursor.fixedText(16)
        let segment = try cursor.fixedText(16)
        _ = try cursor.word(wide: wide)
        let size = try cursor.word(wide: wide)
        let offset: UInt32 = try cursor.integer()
        let alignment: UInt32 = try cursor.integer()
        let relocationOffset: UInt32 = try cursor.integer()
        let relocationCount: UInt32 = try cursor.integer()
        let flags: UInt32 = try cursor.integer()
        try cursor.skip(wide ? 12 : 8)
        let contents = contents(segment, flags)
        let section = ObjectSection(
            segment: segment, name: name, size: size, offset: contents == .zeroFilled ? nil : Int(offset),
            contents: contents)
        return Section(
            section: section, alignment: alignment, relocationOffset: relocationOffset,
            relocationCount: relocationCount, flags: flags)
    }

    private static func contents(_ segment: String, _ flags: UInt32) -> ObjectSection.Contents {
        // S_ZEROFILL, S_GB_ZEROFILL and S_THREAD_LOCAL_ZEROFILL have no contents in the file.
        if [1, 12, 18].contains(flags & 0xFF) { return .zeroFilled }
        // S_ATTR_PURE_INSTRUCTIONS, S_ATTR_SOME_INSTRUCTIONS.
        if flags & 0x8000_0400 != 0 { return .code }
        switch segment {
        case "__TEXT": return .readOnlyData
        case "__DWARF": return .debugInformation
        case "__LLVM", "__LD", "__LINKEDIT": return .other
        default: return .data  // An open set: the rest is mapped writable.
        }
    }
}
