/// A quick look at the bytes of an archive as they pass by: are all its members objects for one architecture?
///
/// Knows the simple cases only and says when it met another one; `Archive` then decides, and words what is wrong. Is
/// given all the bytes in order, in parts of any size, and looks at no more than the beginning of each member. The
/// format is told in `Archive.swift`.
struct ArchiveScan {
    /// The architecture of the first object.
    private(set) var architecture: MachOArchitecture?
    private var isDoubtful = false
    /// How many bytes have passed by.
    private var offset = 0
    /// Where the next member begins.
    private var next = Archive.magic.count
    /// Where the contents of the last member end: a filling byte may stand between that and the next one.
    private var contentsEnd = Archive.magic.count
    /// The beginning of a member that did not end with its part.
    private var carried: [UInt8] = []

    private static let headerSize = 60
    private static let objectHeaderSize = 32
    /// Names in front of the contents are seldom longer.
    private static let longestName = 1024
    /// What is enough to look at a member.
    private static let headSize = headerSize + longestName + objectHeaderSize

    /// The architecture, once all bytes have passed by; nil when there was a doubt.
    var agreed: MachOArchitecture? {
        // A filling byte behind the last member may lack, but nothing of the member.
        isDoubtful || !carried.isEmpty || offset < contentsEnd || offset > next ? nil : architecture
    }

    mutating func take(_ bytes: UnsafeRawBufferPointer) {
        if offset == 0, !bytes.starts(with: Archive.magic) { isDoubtful = true }
        let end = offset + bytes.count
        defer { offset = end }
        if !carried.isEmpty {
            // Enough for the member that was carried over; members behind it may be in it as well.
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

    /// Passes over the contents of a member, up to the next one or the end, and says how far.
    mutating func skip(to end: Int) -> Int {
        if carried.isEmpty, next > offset { offset = min(next, end) }
        return offset
    }

    /// Looks at the member that begins here and goes on to the next; false when there is too little of it.
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
        return architecture.goesTogether(with: found)
    }

    private mutating func doubt() -> Bool {
        isDoubtful = true
        return true
    }

    /// Digits with spaces behind them.
    private func number(_ field: Slice<UnsafeRawBufferPointer>) -> Int? {
        var number = 0
        var isOver = false
        for byte in field {
            switch byte {
            case 0x20: isOver = true
            case 0x30...0x39 where !isOver: number = number * 10 + Int(byte - 0x30)
            default: return nil  // Any other byte.
            }
        }
        return field.first == 0x20 ? nil : number
    }

    /// Whether the member is a table by the name in its header; nil when that is not simple.
    private func isTable(field: Slice<UnsafeRawBufferPointer>) -> Bool? {
        let count = (field.lastIndex { $0 != 0x20 } ?? field.startIndex) - field.startIndex + 1
        let name = field.prefix(count)
        guard field.first == UInt8(ascii: "/") else { return isTable(name) }
        if Self.tables.contains(where: { name.elementsEqual($0.utf8) }) { return true }
        // A name that stands elsewhere could be that of a table, as long as there is no object.
        return architecture == nil ? nil : false
    }

    /// Whether the member is a table by a name as BSD has it; nil when that is not simple.
    private func isTable(_ name: Slice<UnsafeRawBufferPointer>) -> Bool? {
        guard name.starts(with: "__.SYMDEF".utf8) else { return false }
        // Behind objects it is a member as any other.
        let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        return architecture == nil && Archive.tableNames[text] != nil ? true : nil
    }

    private static let tables = ["/", "//", "/SYM64/"]
}

extension MachOArchitecture {
    /// What the header of a Mach-O file says that begins here; nil when it is none.
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
