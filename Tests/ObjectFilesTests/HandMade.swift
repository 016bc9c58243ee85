/// Files made byte by byte, for cases that no available compiler produces.
enum HandMade {
    enum Order {
        case little
        case big
    }

    struct Bytes {
        let order: Order
        var all: [UInt8] = []

        init(_ order: Order) { self.order = order }

        mutating func add<Number: FixedWidthInteger>(_ value: Number) {
            let bytes = withUnsafeBytes(of: value.littleEndian) { Array($0) }
            all += order == .little ? bytes : bytes.reversed()
        }

        mutating func add(words: [UInt32]) { for word in words { add(word) } }

        mutating func add(text: String, size: Int) {
            let bytes = Array(text.utf8)
            all += bytes + [UInt8](repeating: 0, count: size - bytes.count)
        }

        mutating func add(word: UInt64, wide: Bool) {
            if wide { add(word) } else { add(UInt32(word)) }
        }
    }

    /// Returns an object with one section, a build version for each platform, a defined symbol and a weak undefined
    /// one.
    static func machO(_ order: Order, wide: Bool, processor: UInt32? = nil, platforms: [UInt32] = [1]) -> [UInt8] {
        var file = Bytes(order)
        let segmentSize = wide ? 72 + 80 : 56 + 68
        let commandsSize = segmentSize + 24 * platforms.count + 24
        let symbols = (wide ? 32 : 28) + commandsSize
        let entrySize = wide ? 16 : 12
        file.add(words: [wide ? 0xFEED_FACF : 0xFEED_FACE, processor ?? (wide ? 0x0100_0012 : 18), 0, 1])
        file.add(words: [UInt32(platforms.count + 2), UInt32(commandsSize), 0])
        if wide { file.add(0 as UInt32) }
        addSegment(&file, wide, segmentSize)
        for platform in platforms { file.add(words: [0x32, 24, platform, 0x000A_0500, 0x000B_0000, 0]) }
        file.add(words: [2, 24, UInt32(symbols), 2, UInt32(symbols + 2 * entrySize), 21])
        addSymbol(&file, wide, name: 1, type: 0x0F, section: 1, description: 0)
        addSymbol(&file, wide, name: 10, type: 0x01, section: 0, description: 0x40)
        file.all += Array("\0_defined\0_undefined\0".utf8)
        return file.all
    }

    private static func addSegment(_ file: inout Bytes, _ wide: Bool, _ size: Int) {
        file.add(words: [wide ? 0x19 : 0x1, UInt32(size)])
        file.add(text: "", size: 16)
        for _ in 0..<4 { file.add(word: 0, wide: wide) }
        file.add(words: [7, 7, 1, 0])
        file.add(text: "__text", size: 16)
        file.add(text: "__TEXT", size: 16)
        file.add(word: 0, wide: wide)
        file.add(word: 16, wide: wide)
        file.add(words: [7, 4, 0, 0, 0, 0, 0])
        if wide { file.add(0 as UInt32) }
    }

    private static func addSymbol(
        _ file: inout Bytes, _ wide: Bool, name: UInt32, type: UInt8, section: UInt8, description: UInt16
    ) {
        file.add(name)
        file.add(type)
        file.add(section)
        file.add(description)
        file.add(word: 0, wide: wide)
    }

    /// Returns a member of an archive.
    static func member(_ name: String, _ contents: [UInt8], size: String? = nil) -> [UInt8] {
        func field(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.utf8.count))
        }
        let header =
            field(name, 16) + field("0", 12) + field("0", 6) + field("0", 6) + field("644", 8)
            + field(size ?? "\(contents.count)", 10) + "`\n"
        return Array(header.utf8) + contents + (contents.count % 2 == 0 ? [] : [0x0A])
    }

    static let archiveMagic = Array("!<arch>\n".utf8)

    /// Returns a fat header with its table, with 32-bit offsets.
    static func fat(_ slices: [(type: UInt32, subtype: UInt32, offset: UInt32, size: UInt32, align: UInt32)]) -> [UInt8]
    {
        var file = Bytes(.big)
        file.add(words: [0xCAFE_BABE, UInt32(slices.count)])
        for slice in slices { file.add(words: [slice.type, slice.subtype, slice.offset, slice.size, slice.align]) }
        return file.all
    }
}
