/// Reads the parts of an ELF file's ABI that the processor does not determine.
///
/// - Header flags: Arm's EABI version (upper 8 bits) and, in linked files, its kind of floating point; RISC-V's
///   compressed instructions and kind of floating point; PowerPC64's ELF version; MIPS's ABI.
/// - `.ARM.attributes`, for objects: `A`, then for each vendor size u32, name; for each scope tag u8 (1 file), size
///   u32, then attributes: tag and value in ULEB128, or NUL-terminated text (tags 4, 5, 65, 67, and odd ones above 32;
///   32 is both). Tag 28 states how floating-point arguments are passed: 1 in floating-point registers.
/// - `.note.gnu.property`: notes of name size, description size, type (u32 each), `GNU\0`; type 5 contains properties:
///   type u32, size u32, contents padded to 8 (4 in 32-bit files). Types C0000002 (x86) and C0000000 (AArch64) list the
///   control-flow guards that all of the code supports.
///
/// Sources: the ABI supplements of Arm (`aaelf32`, `addenda32`), RISC-V, PowerPC64 ELFv2, MIPS;
/// "Linux Extensions to gABI".
extension ELFFile {
    func abiFlags() throws(ObjectFileError) -> [String] {
        var flags = headerFlags
        if header.machine == .arm, let section = section(named: ".ARM.attributes") {
            // Attributes are hints of the compiler: unreadable ones are ignored.
            let usesRegisters = (try? armArguments(try bytes.slice(at: section.offset, size: section.size))) ?? nil
            let word = usesRegisters.map { $0 == 1 ? "hard-float" : "soft-float" }
            if let word, !flags.contains(word) { flags.append(word) }
        }
        if let guardProperty, let section = section(named: ".note.gnu.property") {
            let bits = (try? guards(guardProperty.type, try bytes.slice(at: section.offset, size: section.size))) ?? 0
            flags += zip([1, 2] as [UInt32], guardProperty.names).filter { bits & $0.0 != 0 }.map(\.1)
        }
        return flags.sorted()
    }

    private var headerFlags: [String] {
        let flags = header.flags
        switch header.machine {
        case .arm:
            let float = flags & 0x400 != 0 ? ["hard-float"] : flags & 0x200 != 0 ? ["soft-float"] : []
            return float + (flags >> 24 == 0 ? [] : ["eabi\(flags >> 24)"])
        case .riscV:
            let float = ["soft-float", "single-float", "double-float", "quad-float"][Int(flags >> 1 & 3)]
            return [float] + (flags & 1 != 0 ? ["rvc"] : []) + (flags & 8 != 0 ? ["rve"] : [])
        case .powerPC64: return flags & 3 == 0 ? [] : ["elfv\(flags & 3)"]
        case .mips where flags & 0x20 != 0: return ["n32"]
        case .mips where flags & 0xF000 == 0x1000: return ["o32"]
        case .mips where header.is64Bit: return ["n64"]
        default: return []  // An open set.
        }
    }

    /// Returns the value of tag 28; 0 if the vendor `aeabi` has attributes without it.
    private func armArguments(_ section: ByteView) throws(ObjectFileError) -> Int? {
        var cursor = ByteCursor(section, header.order)
        guard try cursor.integer(UInt8.self) == 0x41 else { return nil }
        while cursor.remaining > 0 {
            let size: UInt32 = try cursor.integer()
            let vendor = try cursor.bytes(max(0, try section.size(size) - 4))
            guard vendor.starts(with: "aeabi\0".utf8) else { continue }
            var scopes = ByteCursor(vendor, at: 6, header.order)
            while scopes.remaining > 0 {
                let tag: UInt8 = try scopes.integer()
                let length: UInt32 = try scopes.integer()
                let attributes = try scopes.bytes(max(0, try section.size(length) - 5))
                if tag == 1 { return try value(of: 28, in: attributes) ?? 0 }
            }
        }
        return nil
    }

    private func value(of wanted: Int, in attributes: ByteView) throws(ObjectFileError) -> Int? {
        var cursor = ByteCursor(attributes, header.order)
        while cursor.remaining > 0 {
            let tag = try cursor.leb()
            let isText = [4, 5, 65, 67].contains(tag) || tag > 32 && tag % 2 == 1
            let number = isText ? 0 : try cursor.leb()
            if isText || tag == 32 { try cursor.skip(try attributes.terminated(at: cursor.offset).count + 1) }
            if tag == wanted { return number }
        }
        return nil
    }

    /// Returns the bits of the property that lists the guards of all code; 0 if there is no such property.
    private func guards(_ wanted: UInt32, _ section: ByteView) throws(ObjectFileError) -> UInt32 {
        var found: UInt32 = 0
        var cursor = ByteCursor(section, header.order)
        while cursor.remaining >= 16 {
            let nameSize: UInt32 = try cursor.integer()
            let size: UInt32 = try cursor.integer()
            let type: UInt32 = try cursor.integer()
            try cursor.skip(try section.size(nameSize))
            let contents = try cursor.bytes(try section.size(size))
            guard type == 5, nameSize == 4 else { continue }
            var reader = ByteCursor(contents, header.order)
            while reader.remaining >= 8 {
                let kind: UInt32 = try reader.integer()
                let value = try reader.bytes(try section.size(try reader.integer(UInt32.self)))
                try reader.skip(min(reader.remaining, -value.count & (header.is64Bit ? 7 : 3)))
                if kind == wanted { found |= try value.integer(at: 0, header.order) }
            }
        }
        return found
    }

    /// The type of the property that lists the guards of all code, and the names of its lowest two bits.
    private var guardProperty: (type: UInt32, names: [String])? {
        switch header.machine {
        case .x86_64, .i386: (0xC000_0002, ["ibt", "shstk"])
        case .aarch64: (0xC000_0000, ["bti", "pac"])
        default: nil  // An open set.
        }
    }
}
