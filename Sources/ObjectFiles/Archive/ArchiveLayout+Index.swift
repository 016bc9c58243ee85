/// Writes the tables of contents of a new archive; `Archive+Index.swift` describes the formats.
///
/// Microsoft's second table, which follows the first:
/// ```
/// number of members u32, offset of each u32, number of symbols u32, for each the number of its member u16 (from 1 on),
/// NUL-terminated names in their order; little-endian, symbols sorted
/// ```
/// Source: Microsoft's PE Format, "Second Linker Member".
extension ArchiveLayout {
    /// A symbol and the number of the member that defines it.
    private struct Entry {
        var symbol: String
        var member: Int
    }

    /// Returns the tables with their headers, if the first member begins at `base`. GNU archives without objects have
    /// none.
    func tables(base: Int) -> [UInt8] {
        var entries = entries()
        switch style {
        case .darwin(let wantsSorted):
            let isSorted = wantsSorted && Self.sort(&entries)
            return darwinTable(entries, base: base, isSorted: isSorted)
        case .gnu: return members.isEmpty ? [] : gnuTable(entries, base: base)
        case .coff: return gnuTable(entries, base: base) + coffTable(entries, base: base)
        }
    }

    /// Returns the symbols of all members; for COFF, only the first of several equal names. Omits names that contain a
    /// NUL, which WebAssembly allows: a reader would see two names.
    private func entries() -> [Entry] {
        var all: [Entry] = []
        var seen: Set<[UInt8]> = []
        for (number, member) in members.enumerated() {
            for symbol in member.symbols where !symbol.utf8.contains(0) {
                if style == .coff, !seen.insert(Array(symbol.utf8)).inserted { continue }
                all.append(Entry(symbol: symbol, member: number))
            }
        }
        return all
    }

    /// Sorts by the bytes of the names; returns false and keeps the order when a name occurs twice.
    private static func sort(_ entries: inout [Entry]) -> Bool {
        let sorted = entries.sorted { $0.symbol.utf8.lexicographicallyPrecedes($1.symbol.utf8) }
        for (entry, next) in zip(sorted, sorted.dropFirst()) where entry.symbol.utf8.elementsEqual(next.symbol.utf8) {
            return false
        }
        entries = sorted
        return true
    }

    /// Returns the names in sequence. If there are objects but no symbols, returns three NULs (none for COFF): old
    /// tools of Solaris require a table that is not empty.
    private func names(_ entries: [Entry]) -> [UInt8] {
        if entries.isEmpty, style != .coff { return members.isEmpty ? [] : [0, 0, 0] }
        return entries.flatMap { Array($0.symbol.utf8) + [0] }
    }

    private func darwinTable(_ entries: [Entry], base: Int, isSorted: Bool) -> [UInt8] {
        let names = names(entries)
        var table = IndexWriter(.little, wide: isWide)
        table.append(entries.count * (isWide ? 16 : 8))
        var position = 0
        for entry in entries {
            table.append(position)
            table.append(base + offsets[entry.member])
            position += entry.symbol.utf8.count + 1
        }
        table.append(names.count)
        let bytes = table.bytes(with: names, multipleOf: 8)
        let name = (isWide ? "__.SYMDEF_64" : "__.SYMDEF") + (isSorted ? " SORTED" : "")
        return ArchiveHeaders.darwinHeader(name, size: bytes.count, origin) + bytes
    }

    private func gnuTable(_ entries: [Entry], base: Int) -> [UInt8] {
        var table = IndexWriter(.big, wide: isWide)
        table.append(entries.count)
        for entry in entries { table.append(base + offsets[entry.member]) }
        let bytes = table.bytes(with: names(entries), multipleOf: 2)
        return ArchiveHeaders.fixedHeader(isWide ? "/SYM64/" : "/", size: bytes.count, origin) + bytes
    }

    private func coffTable(_ entries: [Entry], base: Int) -> [UInt8] {
        let sorted = entries.sorted { $0.symbol.utf8.lexicographicallyPrecedes($1.symbol.utf8) }
        var table = IndexWriter(.little, wide: false)
        table.append(members.count)
        for offset in offsets { table.append(base + offset) }
        table.append(sorted.count)
        var numbers = ByteWriter(.little)
        for entry in sorted { numbers.append(UInt16(entry.member + 1)) }
        let bytes = table.bytes(with: numbers.bytes + names(sorted), multipleOf: 2)
        return ArchiveHeaders.fixedHeader("/", size: bytes.count, origin) + bytes
    }

    /// The mode, owner, group and time in the tables' headers.
    private var origin: NewArchiveMember.Origin { NewArchiveMember.Origin(mode: 0, owner: 0, group: 0, time: time) }
}

/// Writes numbers of 32 or 64 bits, followed by text.
private struct IndexWriter {
    private var writer: ByteWriter
    private let wide: Bool

    init(_ order: ByteOrder, wide: Bool) {
        writer = ByteWriter(order)
        self.wide = wide
    }

    /// Appends a number. Truncates an offset that exceeds 32 bits: a layout with such offsets is only used to measure
    /// the size of its tables, and is then replaced by a layout with tables of 64 bits.
    mutating func append(_ number: Int) {
        if wide { writer.append(UInt64(number)) } else { writer.append(UInt32(truncatingIfNeeded: number)) }
    }

    func bytes(with text: [UInt8], multipleOf size: Int) -> [UInt8] {
        var writer = writer
        writer.append(text)
        writer.pad(to: (writer.bytes.count + size - 1) / size * size)
        return writer.bytes
    }
}
