/// The header of a Mach-O file.
///
/// ```
/// magic        u32   FEEDFACE (32 bit) or FEEDFACF (64 bit), in the file's own byte order
/// cputype      u32   the processor's family
/// cpusubtype   u32   its member, with capability bits
/// filetype     u32   object, executable, dynamic library, ...
/// ncmds        u32   number of load commands, which follow the header
/// sizeofcmds   u32   their size
/// flags        u32
/// reserved     u32   64 bit only
/// ```
/// Source: Apple's `mach-o/loader.h`.
public struct MachOHeader: Hashable, Sendable {
    public var order: ByteOrder
    public var is64Bit: Bool
    public var architecture: MachOArchitecture
    public var fileType: FileType
    public var commandCount: UInt32
    public var commandsSize: UInt32
    public var flags: UInt32

    /// The kind of file. An open set: unknown values are preserved.
    public struct FileType: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let object = FileType(rawValue: 1)
        public static let execute = FileType(rawValue: 2)
        public static let dynamicLibrary = FileType(rawValue: 6)
        public static let bundle = FileType(rawValue: 8)
        public static let dynamicLibraryStub = FileType(rawValue: 9)
    }

    /// The header's size in the file.
    public var size: Int { is64Bit ? 32 : 28 }

    /// The flag that symbols are looked up in the library with which they were linked (MH_TWOLEVEL).
    public static let twoLevelFlag: UInt32 = 0x80
    /// The flag that the stack may contain code (MH_ALLOW_STACK_EXECUTION).
    public static let executableStackFlag: UInt32 = 0x2_0000
    /// The flag that the loader may place an executable at any address (MH_PIE).
    public static let positionIndependentFlag: UInt32 = 0x20_0000
}

extension MachOHeader {
    static func isMagic(_ magic: UInt32) -> Bool {
        magic == 0xFEED_FACE || magic == 0xFEED_FACF || magic == 0xCEFA_EDFE || magic == 0xCFFA_EDFE
    }

    init(parsing view: ByteView) throws(ObjectFileError) {
        let magic: UInt32 = try view.integer(at: 0, .little)
        guard Self.isMagic(magic) else { throw view.error(.unknownFormat) }
        order = magic & 0xFFFF == 0xFACE || magic & 0xFFFF == 0xFACF ? .little : .big
        is64Bit = magic == 0xFEED_FACF || magic == 0xCFFA_EDFE
        var cursor = ByteCursor(view, at: 4, order)
        architecture = MachOArchitecture(
            type: CPUType(rawValue: try cursor.integer()), subtype: try cursor.integer())
        fileType = FileType(rawValue: try cursor.integer())
        commandCount = try cursor.integer()
        commandsSize = try cursor.integer()
        flags = try cursor.integer()
        if is64Bit { try cursor.skip(4) }
    }

    /// Returns the header's bytes, in the order in which they are parsed.
    func encoded() -> [UInt8] {
        var writer = ByteWriter(order)
        writer.append(is64Bit ? 0xFEED_FACF : 0xFEED_FACE as UInt32)
        writer.append(architecture.type.rawValue)
        writer.append(architecture.subtype)
        writer.append(fileType.rawValue)
        writer.append(commandCount)
        writer.append(commandsSize)
        writer.append(flags)
        if is64Bit { writer.append(0 as UInt32) }
        return writer.bytes
    }
}
