/// A COFF object of Windows, in its small or its big form.
///
/// ```
/// machine u16, sections u16, time u32, symbol table's offset u32, number of symbols u32, optional header's size u16,
/// characteristics u16; after this and the optional header, the section headers of 40 bytes; after the symbols, which
/// take 18 bytes each, the strings: their size u32 (counting itself), then NUL-terminated texts
/// ```
/// The big form (`/bigobj`) begins 0000 FFFF, version u16 (2 or more), machine u16, time u32, class id 16 bytes
/// (D1BAA1C7-BAEE-4BA9-AF20-FAF66AA4DCB8), 16 bytes, sections u32, symbol table u32, symbols u32 (20 bytes each,
/// section numbers of 32 bits). With another class id, it is the compiler's input for link-time code generation
/// (`/GL`), and not an object. An import object begins 0000 FFFF with version 0: see `COFFImport`. Everything is
/// little-endian. Source: Microsoft's PE Format.
public struct COFFFile: ObjectContents, Sendable {
    public let bytes: ByteView
    public let machine: UInt16
    let isBig: Bool
    let sectionCount: Int
    let sectionTable: Int
    let symbolTable: Int
    let symbolCount: Int

    /// Returns whether the bytes begin a COFF object. COFF has no magic number, so the machine must be a known one.
    static func isCOFF(_ view: ByteView) -> Bool {
        guard view.count >= 20, let first: UInt16 = try? view.integer(at: 0, .little) else { return false }
        if machines[first] != nil { return true }
        guard first == 0, let second: UInt16 = try? view.integer(at: 2, .little), second == 0xFFFF,
            let machine: UInt16 = try? view.integer(at: 6, .little)
        else { return false }
        return machines[machine] != nil
    }

    public init(_ bytes: ByteView) throws(ObjectFileError) {
        guard Self.isCOFF(bytes) else { throw bytes.error(.unknownFormat) }
        self.bytes = bytes
        let first: UInt16 = try bytes.integer(at: 0, .little)
        isBig = first == 0
        if isBig {
            machine = try bytes.integer(at: 6, .little)
            let version: UInt16 = try bytes.integer(at: 4, .little)
            guard version >= 2, bytes.starts(with: Self.bigClass, at: 12) else {
                throw bytes.error(.unexpectedFormat("an object without machine code"))
            }
            sectionCount = Int(try bytes.integer(UInt32.self, at: 44, .little))
            sectionTable = 56
            symbolTable = Int(try bytes.integer(UInt32.self, at: 48, .little))
            symbolCount = Int(try bytes.integer(UInt32.self, at: 52, .little))
        } else {
            machine = first
            sectionCount = Int(try bytes.integer(UInt16.self, at: 2, .little))
            sectionTable = 20 + Int(try bytes.integer(UInt16.self, at: 16, .little))
            symbolTable = Int(try bytes.integer(UInt32.self, at: 8, .little))
            symbolCount = Int(try bytes.integer(UInt32.self, at: 12, .little))
        }
    }

    private static let bigClass: [UInt8] = [
        0xC7, 0xA1, 0xBA, 0xD1, 0xEE, 0xBA, 0xA9, 0x4B, 0xAF, 0x20, 0xFA, 0xF6, 0x6A, 0xA4, 0xDC, 0xB8,
    ]

    public var architectureName: String { Self.name(of: machine) }

    static func name(of machine: UInt16) -> String { machines[machine] ?? "unknown(\(machine))" }

    private static let machines: [UInt16: String] = [
        0x014C: "i386", 0x8664: "x86_64", 0xAA64: "aarch64", 0xA641: "arm64ec", 0xA64E: "arm64x", 0x01C4: "armv7",
    ]
}
