/// A quick scan of an archive's bytes while they are copied: are all members objects for one architecture?
///
/// The scan handles only simple archives and marks all others as doubtful; `Archive` then decides, and reports errors.
/// Callers pass all bytes in order, in parts of any size; the scan reads only the beginning of each member.
/// `Archive.swift` describes the format.
struct ArchiveScan {
    /// The architecture of the first object.
    private(set) var architecture: MachOArchitecture?
    private var isDoubtful = false
    /// The number of bytes taken.
    private var offset = 0
    /// The start of the next member.
    private var next = Archive.magic.count
    /// The end of the last member's contents: a filling byte may follow before the next member.
    private var contentsEnd = Archive.magic.count
    /// The beginning of a member whose header did not fit into its part.
    private var carried: [UInt8] = []

    private static let headerSize = 60
    private static let objectHeaderSize = 32
    /// The limit of names before the contents, which are seldom longer.
    private static let longestName = 1024
    /// The number of bytes that suffices to examine a member.
    private static let headSize = headerSize + longestName + objectHeaderSize

    /// The architecture, after all bytes have been taken; nil when there was a doubt.
    var agreed: MachOArchitecture? {
        // The filling byte after the last member may be missing, but no byte of the member.
        isDoubtful || !carried.isEmpty || offset < contentsEnd || offset > next ? nil : architecture
    }

    mutating func take(_ bytes: UnsafeRawBufferPointer) {
        if offset == 0, !bytes.starts(with: Archive.magic) { isDoubtful = true }
        let end = offset + bytes.count
        defer { offset = end }
        if !carried.isEmpty {
            // The window suffices for the member that was carried over, and may contain the beginnings of others.
            let window = carried + bytes.prefix(Self.headSize)
            let start = offset - carried.count
            carried = []
            window.withUnsafeBytes { walk($0, from: start) }
            if next < offset {
                carried = Array(window[(next - start)...])
                return
            }
        }
        walk(bytes, from: offset)
        if !isDoubtful, next < end { carried = Array(bytes[(next - offset)...]) }
    }

    /// Goes from member to member, as far as their beginnings are among these bytes.
    private mutating func walk(_ bytes: UnsafeRawBufferPointer, from start: Int) {
        while !isDoubtful, next < start + bytes.count {
            guard look(at: UnsafeRawBufferPointer(rebasing: bytes[(next - start)...])) else { return }
        }
    }

    /// Skips the contents of a member, up to the next member or the end, and returns the new offset.
    mutating func skip(to end: Int) -> Int {
        if carried.isEmpty, next > offset { offset = min(next, end) }
        return offset
    }

    /// Examines the member that begins here and moves to the next; returns false when too few of its bytes are present.
    private mutating func look(at head: UnsafeRawBufferPointer) -> Bool {
        guard head.count >= Self.headerSize else { return false }
        let isExtended = head.starts(with: "#1/".utf8)
        guard head[58] == 0x60, head[59] == 0x0A, let size = number(head[48..<58]),
            let nameSize = isExtended ? number(head[3..<16]) : 0, nameSize <= min(size, Self.longestName)
        else { return doubt() }
        let start = Self.headerSize + nameSize
        guard head.count >= start else { return false }
        guard let isTable = isExtended ? isTable(head[Self.headerSize..<start]) : isTable(field: head[0..<16])
        else { return doubt() }
        if !isTable {
            guard size - nameSize >= Self.objectHeaderSize else { return doubt() }
            guard head.count >= start + Self.objectHeaderSize else { return false }
            guard take(MachOArchitecture(objectIn: head, at: start)) else { return doubt() }
        }
        contentsEnd = next + Self.headerSize + size
        next = contentsEnd + size % 2
        return true
    }

    private mutating func take(_ found: MachOArchitecture?) -> Bool {
        guard let found else { return false }
        guard let architecture else {
            architecture = found
            return true
        }
        return architecture.canShareArchive(with: found)
    }

    private mutating func doubt() -> Bool {
        isDoubtful = true
        return true
    }

    /// Returns the value of digits followed by spaces; nil when there are none.
    private func number(_ field: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard let first = field.first, first != 0, first != 0x20 else { return nil }
        return Archive.number(in: field, radix: 10).map { Int($0) }
    }

    /// Returns whether the member is a table by the name in its header; nil when the case is not simple.
    private func isTable(field: Slice<UnsafeRawBufferPointer>) -> Bool? {
        let count = (field.lastIndex { $0 != 0x20 } ?? field.startIndex) - field.startIndex + 1
        let name = field.prefix(count)
        guard field.first == UInt8(ascii: "/") else { return isTable(name) }
        if Self.tables.contains(where: { name.elementsEqual($0.utf8) }) { return true }
        // The name is in the table of long names. Before the first object, it could be the name of a table.
        return architecture == nil ? nil : false
    }

    /// Returns whether the member is a table by a BSD name; nil when the case is not simple.
    private func isTable(_ name: Slice<UnsafeRawBufferPointer>) -> Bool? {
        guard name.starts(with: "__.SYMDEF".utf8) else { return false }
        // After the first object, a member with such a name is not a table.
        let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        return architecture == nil && Archive.tableNames[text] != nil ? true : nil
    }

    private static let tables = ["/", "//", "/SYM64/"]
}

extension MachOArchitecture {
    /// Reads the header of a Mach-O file that begins here; nil when there is none.
    fileprivate init?(objectIn bytes: UnsafeRawBufferPointer, at offset: Int) {
        func word(_ index: Int) -> UInt32 {
            UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4 * index, as: UInt32.self))
        }
        let magic = word(0)
        guard MachOHeader.isMagic(magic) else { return nil }
        let isLittle = magic & 0xFFFF_FFFE == 0xFEED_FACE
        self.init(
            type: CPUType(rawValue: isLittle ? word(1) : word(1).byteSwapped),
            subtype: isLittle ? word(2) : word(2).byteSwapped)
    }
}
