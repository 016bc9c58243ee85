/// Reads sections and symbols of a COFF object.
///
/// ```
/// section: name[8] (or `/OFFSET` into the strings), virtual size, address, size, offset, relocations, lines (u32),
///          their numbers (u16 each), characteristics u32
/// symbol:  name[8] (or 0 u32 and an offset u32 into the strings), value u32, section i16 / i32 (0 undefined,
///          -1 absolute, -2 debugging), type u16, storage class u8 (2 external, 3 static, 6 label, 104 section,
///          105 weak external), number of auxiliary records u8, which follow and take as much room as a symbol
/// characteristics: 20 code, 40 initialized data, 80 uninitialized data, 80000000 writable (hexadecimal)
/// ```
/// A static symbol with an auxiliary record stands for its section. The symbol `@feat.00` is a set of flags: 1
/// exception handlers are registered, 800 and 4000 the control flow is guarded (hexadecimal). A weak external has a
/// default symbol, whose index is at the start of its auxiliary record. The default symbol is in a section for a weak
/// definition, and absolute for a reference that may stay undefined. Source: Microsoft's PE Format.
extension COFFFile {
    public func sections() throws(ObjectFileError) -> [ObjectSection] {
        let table = try bytes.table(at: sectionTable, of: sectionCount, size: 40)
        var strings = NameTable(try strings())
        var all: [ObjectSection] = []
        for offset in stride(from: 0, to: table.count, by: 40) {
            var name = try table.fixedText(at: offset, limit: 8)
            if name.hasPrefix("/"), let position = Int(name.dropFirst()) {
                name = try strings.name(at: position)
            }
            let size: UInt32 = try table.integer(at: offset + 16, .little)
            let contents: UInt32 = try table.integer(at: offset + 20, .little)
            let kind = Self.contents(name, try table.integer(at: offset + 36, .little))
            all.append(
                ObjectSection(
                    name: name, size: UInt64(size), offset: contents == 0 || kind == .zeroFilled ? nil : Int(contents),
                    contents: kind))
        }
        return all
    }

    private static func contents(_ name: String, _ characteristics: UInt32) -> ObjectSection.Contents {
        if name.hasPrefix(".debug") { return .debugInformation }
        if characteristics & 0x20 != 0 { return .code }
        if characteristics & 0x40 != 0 { return characteristics >> 31 == 1 ? .data : .readOnlyData }
        return characteristics & 0x80 != 0 ? .zeroFilled : .other
    }

    var symbolSize: Int { isBig ? 20 : 18 }

    private func strings() throws(ObjectFileError) -> ByteView {
        let symbols = try bytes.table(at: symbolTable, of: symbolCount, size: symbolSize)
        return try bytes.suffix(from: symbolTable + symbols.count)
    }

    public func symbols() throws(ObjectFileError) -> [ObjectSymbol] {
        guard symbolCount > 0 else { return [] }
        let table = try bytes.table(at: symbolTable, of: symbolCount, size: symbolSize)
        var strings = NameTable(try strings())
        var all: [ObjectSymbol] = []
        var index = 0
        while index < symbolCount {
            let record = try table.slice(at: index * symbolSize, count: symbolSize)
            if let symbol = try symbol(record, &strings, try isWeakDefinition(at: index, in: table)) {
                all.append(symbol)
            }
            index += 1 + Int(try record.byte(at: symbolSize - 1))
        }
        return all
    }

    private func isWeakDefinition(at index: Int, in table: ByteView) throws(ObjectFileError) -> Bool {
        let storage = try table.byte(at: index * symbolSize + symbolSize - 2)
        guard storage == 105, index + 1 < symbolCount else { return false }
        let other: UInt32 = try table.integer(at: (index + 1) * symbolSize, .little)
        guard other < symbolCount else { throw table.error(.badField(.symbolIndex, value: UInt64(other))) }
        return try section(of: table.slice(at: Int(other) * symbolSize, count: symbolSize)) > 0
    }

    private func section(of record: ByteView) throws(ObjectFileError) -> Int32 {
        guard !isBig else { return try record.integer(at: 12, .little) }
        return Int32(try record.integer(Int16.self, at: 12, .little))
    }

    private func symbol(
        _ record: ByteView, _ strings: inout NameTable, _ isWeakDefinition: Bool
    ) throws(ObjectFileError) -> ObjectSymbol? {
        let value: UInt32 = try record.integer(at: 8, .little)
        let section = try section(of: record)
        let storage = try record.byte(at: symbolSize - 2)
        let isExternal = storage == 2 || storage == 105
        let auxiliaries = try record.byte(at: symbolSize - 1)
        let isSection = storage == 3 && auxiliaries > 0
        guard isExternal || [3, 6, 104].contains(storage), !isSection else { return nil }
        // A local symbol counts as defined, regardless of its section: import libraries have local symbols without one.
        let isDefined = section != 0 || isWeakDefinition || !isExternal
        return ObjectSymbol(
            name: try Self.name(of: record, &strings),
            definition: isDefined ? .defined : value != 0 && storage == 2 ? .common : .undefined,
            binding: !isExternal ? .local : storage == 105 ? .weak : .global, value: UInt64(value),
            place: section > 0 ? .section(Int(section) - 1) : Self.place(section))
    }

    static func name(of record: ByteView, _ strings: inout NameTable) throws(ObjectFileError) -> String {
        let leading: UInt32 = try record.integer(at: 0, .little)
        guard leading == 0 else { return try record.fixedText(at: 0, limit: 8) }
        return try strings.name(at: Int(try record.integer(UInt32.self, at: 4, .little)))
    }

    private static func place(_ section: Int32) -> ObjectSymbol.Place {
        section == -1 ? .absolute : section == -2 ? .debugging : .nowhere
    }

    public func summary() throws(ObjectFileError) -> ObjectSummary {
        let sections = try sections()
        let symbols = try symbols()
        var summary = ObjectSummary(
            format: .coff, kind: .object, architecture: architectureName,
            bitcode: sections.first { $0.name == ".llvmbc" }.map { $0.size > 1 ? .full : .marker } ?? .none,
            hasDebugInformation: sections.contains { Self.isDebugInformation($0.name) },
            positionIndependence: .notApplicable, abiFlags: Self.abiFlags(symbols))
        summary.take(symbols)
        return summary
    }

    /// Returns whether a section is DWARF or has CodeView's types. `.debug$S` alone only names the compiler.
    private static func isDebugInformation(_ name: String) -> Bool {
        name.hasPrefix(".debug_") || name == ".debug$T" || name == ".debug$P"
    }

    private static func abiFlags(_ symbols: [ObjectSymbol]) -> [String] {
        guard let features = symbols.first(where: { $0.name == "@feat.00" })?.value else { return [] }
        let names: [(bit: UInt64, name: String)] = [(0x800, "guard-cf"), (0x4000, "guard-ehcont"), (1, "safeseh")]
        return names.filter { features & $0.bit != 0 }.map(\.name)
    }
}
