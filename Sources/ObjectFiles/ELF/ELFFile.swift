/// An ELF file: object, shared library or executable, of either width and byte order.
///
/// ```
/// 7F 45 4C 46, class u8 (1: 32 bit, 2: 64 bit), byte order u8 (1: little, 2: big), version, ABI, padding to 16
/// type u16 (1 object, 2 executable, 3 shared, 4 core), machine u16, version u32,
/// entry, program headers' offset, section headers' offset (u32 / u64), flags u32,
/// header size, program header size and number, section header size and number, index of the section names (u16 each)
/// ```
/// A number of sections that does not fit into 16 bits is stored as section 0's size, and is 0 here. Likewise, a large
/// index of the names is stored as section 0's link, and is FFFF here. Source: System V ABI, generic part, chapters 4
/// and 5.
public struct ELFFile: ObjectContents, Sendable {
    public let bytes: ByteView
    public let header: Header
    let sectionHeaders: [SectionHeader]

    public struct Header: Hashable, Sendable {
        public var order: ByteOrder
        public var is64Bit: Bool
        public var type: UInt16
        public var machine: ELFMachine
        /// The flags that the processor's ABI defines, such as those of Arm, RISC-V and MIPS.
        public var flags: UInt32
        var programHeaders: UInt64
        var sectionHeaders: UInt64
        var programHeaderSize: UInt16
        var programHeaderCount: UInt16
        var sectionHeaderSize: UInt16
        var sectionHeaderCount: UInt16
        var nameSection: UInt16
    }

    static let magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46]

    public init(_ bytes: ByteView) throws(ObjectFileError) {
        self.bytes = bytes
        header = try Header(parsing: bytes)
        sectionHeaders = try Self.sectionHeaders(of: bytes, header)
    }

    public var kind: ObjectKind {
        switch header.type {
        case 1: .object
        case 2: .executable
        case 3: .dynamicLibrary
        default: .other  // An open set.
        }
    }
}

extension ELFFile.Header {
    init(parsing bytes: ByteView) throws(ObjectFileError) {
        guard bytes.starts(with: ELFFile.magic) else { throw bytes.error(.unknownFormat) }
        let width = try bytes.byte(at: 4)
        guard width == 1 || width == 2 else { throw bytes.error(.badField(.elfClass, value: UInt64(width)), at: 4) }
        let end = try bytes.byte(at: 5)
        guard end == 1 || end == 2 else { throw bytes.error(.badField(.elfByteOrder, value: UInt64(end)), at: 5) }
        is64Bit = width == 2
        order = end == 1 ? .little : .big
        var cursor = ByteCursor(bytes, at: 16, order)
        type = try cursor.integer()
        machine = ELFMachine(rawValue: try cursor.integer())
        try cursor.skip(4)
        _ = try cursor.word(wide: is64Bit)
        programHeaders = try cursor.word(wide: is64Bit)
        sectionHeaders = try cursor.word(wide: is64Bit)
        flags = try cursor.integer()
        try cursor.skip(2)
        programHeaderSize = try cursor.integer()
        programHeaderCount = try cursor.integer()
        sectionHeaderSize = try cursor.integer()
        sectionHeaderCount = try cursor.integer()
        nameSection = try cursor.integer()
    }
}
