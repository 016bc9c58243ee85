/// Determines whether code runs at any address.
///
/// ```
/// relocation: address u32, then a word: symbol or section (24 bits), relative to the program counter (1 bit),
///             length (2), external (1), type (4), counted from the low end in little-endian files and from the high
///             end in big-endian ones
/// scattered:  bit 31 of the first word is set: then relative (bit 30), length (2), type (4), address (24 bits)
/// ```
/// Objects are position dependent if their `__TEXT` segment needs an absolute address: an unsigned or vanilla
/// relocation that is not relative and not the second half of a difference of two symbols; for 32-bit ARM also one half
/// of an address in MOVW or MOVT. Executables have the flag MH_PIE. Libraries and bundles are always relocated.
///
/// Sources: Apple's `mach-o/reloc.h`, `mach-o/x86_64/reloc.h`, `mach-o/arm/reloc.h`, `mach-o/arm64/reloc.h`.
extension MachOFile {
    public func positionIndependence() throws(ObjectFileError) -> PositionIndependence {
        try positionIndependence(try segments())
    }

    func positionIndependence(_ segments: [Segment]) throws(ObjectFileError) -> PositionIndependence {
        switch kind {
        case .dynamicLibrary, .bundle: return .independent
        case .executable:
            return header.flags & MachOHeader.positionIndependentFlag != 0 ? .independent : .dependent
        case .importObject, .other: return .unknown
        case .object: break
        }
        guard let rules = Self.rules[architecture.type] else { return .unknown }
        // Limits the time: sections that share relocations, which no real file has, would take the square of the file's
        // size.
        var total = 0
        for segment in segments {
            for section in segment.sections where section.section.segment == "__TEXT" {
                total = try bytes.sum(total, Int(section.relocationCount))
                guard total <= bytes.count / 8 else { throw bytes.error(.tooLarge(UInt64(total))) }
                if try hasAbsolute(section, rules) { return .dependent }
            }
        }
        return .independent
    }

    /// The relocation types of a processor.
    private struct Rules {
        /// The types of absolute addresses.
        var absolute: [UInt32]
        /// The types after which an absolute address is the other end of a difference.
        var difference: [UInt32] = []
        var hasScattered = false
    }

    private static let rules: [CPUType: Rules] = [
        .x86_64: Rules(absolute: [0], difference: [5]),
        .arm64: Rules(absolute: [0], difference: [1]),
        .arm64_32: Rules(absolute: [0], difference: [1]),
        .i386: Rules(absolute: [0], hasScattered: true),
        .arm: Rules(absolute: [0, 8], hasScattered: true),
    ]

    private func hasAbsolute(_ section: Section, _ rules: Rules) throws(ObjectFileError) -> Bool {
        guard section.relocationCount > 0 else { return false }
        let table = try bytes.table(at: section.relocationOffset, of: section.relocationCount, size: 8)
        var isDifference = false
        for offset in stride(from: 0, to: table.count, by: 8) {
            let first: UInt32 = try table.integer(at: offset, header.order)
            let second: UInt32 = try table.integer(at: offset + 4, header.order)
            let isScattered = rules.hasScattered && first >> 31 == 1
            let type = isScattered ? first >> 24 & 0xF : header.order == .little ? second >> 28 : second & 0xF
            let relative = isScattered ? first >> 30 & 1 : header.order == .little ? second >> 24 & 1 : second >> 7 & 1
            if rules.absolute.contains(type), relative == 0, !isDifference { return true }
            isDifference = rules.difference.contains(type)
        }
        return false
    }
}
