/// Makes the headers of an archive's members in order; `Archive.swift` describes the format.
struct ArchiveHeaders {
    private(set) var all: [[UInt8]] = []
    private let style: ArchiveStyle
    private var longNames: [UInt8] = []
    // The keys are bytes: as strings, two Unicode spellings of one letter would be equal.
    private var longNameOffsets: [[UInt8]: Int] = [:]
    // For each name that several members share: the time for the next member with that name.
    private var times: [[UInt8]: Int] = [:]

    init(_ style: ArchiveStyle, names: [String]) {
        self.style = style
        guard style.isDarwin else { return }
        var counts: [[UInt8]: Int] = [:]
        for name in names { counts[Array(name.utf8), default: 0] += 1 }
        times = counts.compactMapValues { $0 > 1 ? 1 : nil }
    }

    /// Adds a member's header and returns its size.
    mutating func add(_ member: NewArchiveMember) -> Int {
        let header = header(of: member)
        all.append(header)
        return header.count
    }

    private mutating func header(of member: NewArchiveMember) -> [UInt8] {
        let size = member.bytes.count
        if style.isDarwin {
            let size = ArchiveLayout.padded(size, style)
            return Self.darwinHeader(member.name, size: size, member.origin ?? unknownOrigin(of: member))
        }
        let isShort = member.name.utf8.count < 16 && !member.name.contains("/")
        let field = isShort ? "\(member.name)/" : "/\(longNameOffset(member.name))"
        return Self.fixedHeader(field, size: size, member.origin ?? Self.unknown)
    }

    private static let unknown = NewArchiveMember.Origin(mode: 0o644, owner: 0, group: 0, time: 0)

    private mutating func unknownOrigin(of member: NewArchiveMember) -> NewArchiveMember.Origin {
        let name = Array(member.name.utf8)
        var origin = Self.unknown
        if let time = times[name] {
            origin.time = UInt64(time)
            times[name] = time + 1
        }
        return origin
    }

    private mutating func longNameOffset(_ name: String) -> Int {
        let name = Array(name.utf8)
        if let known = longNameOffsets[name] { return known }
        let offset = longNames.count
        longNameOffsets[name] = offset
        longNames += name + (style == .coff ? [0] : Array("/\n".utf8))
        return offset
    }

    /// GNU's member of long names; empty when there are none.
    var longNamesMember: [UInt8] {
        guard !longNames.isEmpty else { return [] }
        let padding: [UInt8] = longNames.count % 2 == 0 ? [] : [0x0A]
        let size = longNames.count + padding.count
        return Array("\(Self.field("//", 48))\(Self.field("\(size)", 10))`\n".utf8) + longNames + padding
    }

    /// Returns a header followed by the name, padded to a multiple of 8 bytes. All earlier parts have such sizes too,
    /// so the contents begin at a multiple of 8.
    static func darwinHeader(_ name: String, size: Int, _ origin: NewArchiveMember.Origin) -> [UInt8] {
        let room = (60 + name.utf8.count + 7) & ~7 - 60
        let padding = [UInt8](repeating: 0, count: room - name.utf8.count)
        return fixedHeader("#1/\(room)", size: room + size, origin) + Array(name.utf8) + padding
    }

    /// Returns the 60 bytes of a header.
    static func fixedHeader(_ name: String, size: Int, _ origin: NewArchiveMember.Origin) -> [UInt8] {
        // Longer owner and group numbers are truncated, as by LLVM's and Apple's tools.
        let owners = [origin.owner, origin.group].map { ("\($0 % 1_000_000)", 6) }
        let mode = String(origin.mode, radix: 8)
        let fields = [(name, 16), ("\(origin.time)", 12)] + owners + [(mode, 8), ("\(size)", 10)]
        return Array((fields.map { field($0.0, $0.1) }.joined() + "`\n").utf8)
    }

    private static func field(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.utf8.count))
    }
}
