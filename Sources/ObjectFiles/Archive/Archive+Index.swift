/// Reads tables of contents, which map each symbol to the member that defines it.
///
/// ```
/// __.SYMDEF:     size of the entries u32, entries (name's offset u32, member's offset u32), size of the names u32,
///                names; in the byte order of the objects; __.SYMDEF_64 has u64 throughout
/// / and /SYM64/: number u32 / u64, that many offsets of members, that many NUL-terminated names; big-endian
/// ```
/// Sources: Apple's `mach-o/ranlib.h`, binutils' documentation of `ar`.
extension Archive {
    /// A symbol and the member that defines it.
    public struct IndexEntry: Hashable, Sendable {
        public var symbol: String
        /// The `headerOffset` of the member.
        public var memberOffset: Int
    }

    /// Returns the table of contents; nil when there is none.
    public func index() throws(ObjectFileError) -> [IndexEntry]? {
        guard let table else { return nil }
        return try table.isGNU
            ? gnuIndex(table.bytes, wide: table.isWide) : bsdIndex(table.bytes, wide: table.isWide)
    }

    private func bsdIndex(_ bytes: ByteView, wide: Bool) throws(ObjectFileError) -> [IndexEntry] {
        let order = try bsdOrder(bytes, wide: wide)
        var cursor = ByteCursor(bytes, order)
        let size = try bytes.size(try cursor.word(wide: wide))
        let entries = try cursor.bytes(size)
        var names = NameTable(try cursor.bytes(try bytes.size(try cursor.word(wide: wide))))
        var reader = ByteCursor(entries, order)
        var all: [IndexEntry] = []
        all.reserveCapacity(size / (wide ? 16 : 8))
        while reader.remaining > 0 {
            let name = try names.name(at: try bytes.size(try reader.word(wide: wide)))
            all.append(IndexEntry(symbol: name, memberOffset: try bytes.size(try reader.word(wide: wide))))
        }
        return all
    }

    /// Returns the byte order in which the first number is valid, because a table does not record its byte order.
    private func bsdOrder(_ bytes: ByteView, wide: Bool) throws(ObjectFileError) -> ByteOrder {
        var cursor = ByteCursor(bytes, .little)
        return try cursor.word(wide: wide) <= UInt64(bytes.count) ? .little : .big
    }

    private func gnuIndex(_ bytes: ByteView, wide: Bool) throws(ObjectFileError) -> [IndexEntry] {
        var cursor = ByteCursor(bytes, .big)
        let count = try cursor.word(wide: wide)
        let table = try bytes.table(at: cursor.offset, of: count, size: wide ? 8 : 4)
        var offsets = ByteCursor(table, .big)
        var nameOffset = cursor.offset + table.count
        var all: [IndexEntry] = []
        while offsets.remaining > 0 {
            let name = try bytes.terminated(at: nameOffset)
            all.append(
                IndexEntry(symbol: name.text(), memberOffset: try bytes.size(try offsets.word(wide: wide))))
            nameOffset += name.count + 1
        }
        return all
    }
}
