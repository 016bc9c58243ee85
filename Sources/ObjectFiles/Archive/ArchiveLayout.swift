/// The layout of a new archive; `Archive.swift` describes the format.
///
/// Equal members give equal bytes: owners and groups are 0, modes 644, and times 0, unless a member has an origin.
/// In Apple's style, members with one name have the times 1, 2, …: debuggers find an object by its name and time. The
/// symbols in the table, and the padding, follow LLVM's tools.
public struct ArchiveLayout: Sendable {
    let style: ArchiveStyle
    let members: [NewArchiveMember]
    /// Each member's header; in Apple's style followed by the name.
    let headers: [[UInt8]]
    /// GNU's member of long names, with its header; empty when all names are short.
    let longNames: [UInt8]
    /// The start of each member, relative to the first one.
    let offsets: [Int]
    /// Whether tables have numbers of 64 bits: when the last member begins beyond 4 GiB.
    let isWide: Bool
    /// The time of the table of contents, in seconds since 1970.
    var time: UInt64 = 0

    /// Throws for a member whose size takes more than ten digits, or whose name a reader could not read back.
    public init(_ members: [NewArchiveMember], style: ArchiveStyle) throws(ObjectFileError) {
        try self.init(members, style: style, wideThreshold: 1 << 32)
    }

    init(_ members: [NewArchiveMember], style: ArchiveStyle, wideThreshold: Int) throws(ObjectFileError) {
        // Microsoft's second table counts members with 16 bits.
        let style = style == .coff && members.count > 0xFFFE ? .gnu : style
        let layout = try Self(members, style: style, isWide: false)
        let lastHeader = layout.front(base: 0).count + (layout.offsets.last ?? 0)
        guard lastHeader >= wideThreshold else {
            self = layout
            return
        }
        // Microsoft's style has no tables of 64 bits.
        self = try Self(members, style: style == .coff ? .gnu : style, isWide: true)
    }

    private init(_ members: [NewArchiveMember], style: ArchiveStyle, isWide: Bool) throws(ObjectFileError) {
        var headers = ArchiveHeaders(style, names: members.map(\.name))
        var offsets: [Int] = []
        var end = 0
        for member in members {
            offsets.append(end)
            guard member.bytes.count < 9_999_999_992 else {
                throw member.bytes.error(.tooLarge(UInt64(member.bytes.count)))
            }
            guard Archive.canHold(member.name) else {
                throw member.bytes.error(.badText(expected: "a name that an archive can hold"))
            }
            end += headers.add(member) + Self.padded(member.bytes.count, style)
        }
        self.style = style
        self.members = members
        self.headers = headers.all
        longNames = headers.longNamesMember
        self.offsets = offsets
        self.isWide = isWide
    }

    /// Returns a member's padded size: a multiple of 2; of 8 in Apple's style.
    static func padded(_ size: Int, _ style: ArchiveStyle) -> Int {
        style.isDarwin ? (size + 7) & ~7 : (size + 1) & ~1
    }

    /// Returns the whole archive without copying contents.
    func pieces() -> [OutputPiece] {
        var pieces: [OutputPiece] = [.bytes(front(base: front(base: 0).count))]
        for (member, header) in zip(members, headers) {
            let padding = Self.padded(member.bytes.count, style) - member.bytes.count
            pieces += [.bytes(header), .view(member.bytes)]
            if padding > 0 { pieces.append(.bytes([UInt8](repeating: 0x0A, count: padding))) }
        }
        return pieces
    }

    /// Returns the whole archive in memory.
    public func bytes() -> [UInt8] { pieces().joined() }

    /// Returns everything before the first member, which begins at `base`. Its size does not depend on `base`.
    private func front(base: Int) -> [UInt8] { Archive.magic + tables(base: base) + longNames }
}
