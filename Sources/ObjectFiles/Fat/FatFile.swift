/// A fat ("universal") file: a table, followed by one file for each processor.
///
/// ```
/// magic      u32   CAFEBABE, or CAFEBABF for 64-bit offsets; always big-endian
/// nfat_arch  u32   number of slices
/// a slice:   cputype, cpusubtype (u32), offset, size (u32 / u64), align (u32, a power of two), reserved (u32, 64 bit)
/// ```
/// Slices for 64-bit ARM may be hidden from systems that cannot handle them: their rows come in the table after those
/// that `nfat_arch` counts.
///
/// A Java class also begins with CAFEBABE; its next number (the version) is 45 or more, which exceeds the number of
/// known processors. Source: Apple's `mach-o/fat.h`.
public struct FatFile: Sendable {
    public let bytes: ByteView
    /// Whether offsets take 64 bits.
    public let is64Bit: Bool
    /// The slices in the order of the table, hidden ones last.
    public let slices: [FatSlice]
    /// The number of slices at the end of the table that the header does not count.
    public let hiddenCount: Int
}

/// A slice of a fat file.
public struct FatSlice: Sendable {
    public var architecture: MachOArchitecture
    /// The start of the slice in the fat file.
    public var offset: UInt64
    /// The power of two of which `offset` is a multiple.
    public var alignment: UInt32
    public var bytes: ByteView
}

extension FatFile {
    static let magic32: UInt32 = 0xCAFE_BABE
    static let magic64: UInt32 = 0xCAFE_BABF
    /// The greatest alignment that Apple's tools write or read.
    static let greatestAlignment: UInt32 = 15

    static func isMagic(_ view: ByteView) -> Bool {
        guard let magic: UInt32 = try? view.integer(at: 0, .big), magic == magic32 || magic == magic64,
            let count: UInt32 = try? view.integer(at: 4, .big)
        else { return false }
        return count < 45
    }

    /// Reads the table. There must be slices, each inside the file and after the table, without overlaps.
    public init(_ bytes: ByteView) throws(ObjectFileError) {
        guard Self.isMagic(bytes) else { throw bytes.error(.unknownFormat) }
        var cursor = ByteCursor(bytes, .big)
        let wide = try cursor.integer(UInt32.self) == Self.magic64
        let count: UInt32 = try cursor.integer()
        guard count > 0 else { throw bytes.error(.badField(.sliceCount, value: 0), at: 4) }
        var slices: [FatSlice] = []
        for _ in 0..<count { slices.append(try Self.slice(&cursor, wide: wide)) }
        while Self.isHiddenSlice(cursor, wide: wide, behind: slices) {
            slices.append(try Self.slice(&cursor, wide: wide))
        }
        try Self.check(slices, after: cursor.offset, of: bytes)
        self.bytes = bytes
        is64Bit = wide
        self.slices = slices
        hiddenCount = slices.count - Int(count)
    }

    /// Returns whether the next row is before the first slice and describes a slice for 64-bit ARM.
    private static func isHiddenSlice(_ cursor: ByteCursor, wide: Bool, behind slices: [FatSlice]) -> Bool {
        let room = slices.map(\.offset).min() ?? 0
        guard UInt64(cursor.offset + (wide ? 32 : 20)) <= room else { return false }
        return (try? cursor.view.integer(UInt32.self, at: cursor.offset, .big)) == CPUType.arm64.rawValue
    }

    private static func slice(_ cursor: inout ByteCursor, wide: Bool) throws(ObjectFileError) -> FatSlice {
        let type = CPUType(rawValue: try cursor.integer())
        let architecture = MachOArchitecture(type: type, subtype: try cursor.integer())
        let offset = try cursor.word(wide: wide)
        let size = try cursor.word(wide: wide)
        let alignment: UInt32 = try cursor.integer()
        if wide { try cursor.skip(4) }
        guard alignment <= greatestAlignment else {
            throw cursor.error(.badField(.sliceAlignment, value: UInt64(alignment)))
        }
        guard offset & (1 << UInt64(alignment) - 1) == 0 else {
            throw cursor.error(.badField(.sliceOffset, value: offset))
        }
        let bytes = try cursor.view.slice(at: offset, size: size)
        return FatSlice(architecture: architecture, offset: offset, alignment: alignment, bytes: bytes)
    }

    private static func check(_ slices: [FatSlice], after table: Int, of bytes: ByteView) throws(ObjectFileError) {
        var end = UInt64(table)
        for slice in slices.sorted(by: { $0.offset < $1.offset }) {
            guard slice.offset >= end else { throw bytes.error(.badField(.sliceOffset, value: slice.offset)) }
            end = slice.offset + UInt64(slice.bytes.count)
        }
        for (index, slice) in slices.enumerated() {
            for other in slices[..<index] where other.architecture.isSame(as: slice.architecture) {
                throw bytes.error(
                    .sameArchitecture(slice.architecture.name, first: bytes.name, second: bytes.name))
            }
        }
    }

    /// Returns the slice of an architecture; nil if there is none.
    public func slice(for architecture: MachOArchitecture) -> FatSlice? {
        slices.first { $0.architecture.isSame(as: architecture) }
    }
}
