/// Reads an archive's members; `Archive.swift` describes the format.
extension Archive {
    public init(_ bytes: ByteView) throws(ObjectFileError) {
        guard Self.isMagic(bytes) else { throw bytes.error(.unknownFormat) }
        var walk = ArchiveWalk(bytes: bytes, isThin: bytes.starts(with: Self.thinMagic))
        while try walk.next() {}
        self.init(
            bytes: bytes, flavor: walk.isThin ? .thin : walk.isGNU ? .gnu : .bsd, members: walk.members,
            table: walk.table)
    }

    /// Returns the number in a field of digits, padded with spaces; nil for any other text. The longest field cannot
    /// overflow.
    static func number(in field: Slice<UnsafeRawBufferPointer>, radix: UInt64) -> UInt64? {
        var value: UInt64 = 0
        var isOver = false
        for byte in field {
            if byte == 0 { break }
            isOver = isOver || byte == 0x20
            guard !isOver || byte == 0x20 else { return nil }
            if isOver { continue }
            let digit = UInt64(byte &- 0x30)
            guard digit < radix else { return nil }
            value = value * radix + digit
        }
        return value
    }
}

/// A walk over the headers of an archive, with its results so far.
private struct ArchiveWalk {
    let bytes: ByteView
    let isThin: Bool
    var isGNU = false
    var members: [ArchiveMember] = []
    var table: Archive.Table?
    var offset = 8
    var longNames: ByteView?
    // The names by their offsets in the table: the members of one nested archive share its name.
    var knownNames: [Int: String] = [:]

    private static let headerSize = 60

    /// Reads the next member or table; returns false at the end. Some tools end an archive with a few bytes of padding.
    mutating func next() throws(ObjectFileError) -> Bool {
        guard offset < bytes.count else { return false }
        if bytes.count - offset < 8, try isPadding(from: offset) { return false }
        let header = try bytes.slice(at: offset, count: Self.headerSize)
        guard try header.integer(UInt16.self, at: 58, .little) == 0x0A60 else {
            throw header.error(.badField(.memberHeader, value: UInt64(try header.byte(at: 58))), at: 58)
        }
        let size = try number(header, at: 48, digits: 10, radix: 10, .memberSize)
        let rawName = header.withUnsafeBytes { Self.unpadded($0[..<16]) }
        let start = offset + Self.headerSize
        // In a thin archive, only the tables have contents.
        let stated = try bytes.size(size, at: start)
        let held = isThin && !Self.isTable(rawName) ? 0 : stated
        let contents = try bytes.slice(at: start, count: held)
        try take(rawName, header, contents, start, stated)
        offset = try bytes.sum(start, held) + held % 2
        return true
    }

    private func isPadding(from offset: Int) throws(ObjectFileError) -> Bool {
        try bytes.suffix(from: offset).withUnsafeBytes { $0.allSatisfy { $0 == 0 || $0 == 0x0A } }
    }

    private static func isTable(_ name: String) -> Bool {
        name == "/" || name == "//" || name == "/SYM64/" || name == arm64ECTable
    }

    private static let arm64ECTable = "/<ECSYMBOLS>/"

    private mutating func take(
        _ rawName: String, _ header: ByteView, _ contents: ByteView, _ start: Int, _ size: Int
    ) throws(ObjectFileError) {
        if rawName == Self.arm64ECTable { return }
        if rawName == "/" || rawName == "/SYM64/" {
            isGNU = true
            table = table ?? Archive.Table(isGNU: true, isWide: rawName == "/SYM64/", bytes: contents)
            return
        }
        if rawName == "//" {
            isGNU = true
            longNames = contents
            knownNames = [:]
            return
        }
        let (name, nameSize) = try name(rawName, header, contents)
        let body = try contents.slice(at: nameSize, count: contents.count - nameSize)
        if members.isEmpty, let isWide = Archive.tableNames[name] {
            table = table ?? Archive.Table(isGNU: false, isWide: isWide, bytes: body)
            return
        }
        var member = try member(name, header, body.asMember(name), start + nameSize)
        if isThin { member.elsewhere = elsewhere(rawName, name, size) }
        members.append(member)
    }

    private func member(
        _ name: String, _ header: ByteView, _ body: ByteView, _ start: Int
    ) throws(ObjectFileError) -> ArchiveMember {
        ArchiveMember(
            name: name, headerOffset: offset, offset: start, bytes: body,
            mode: UInt32(truncatingIfNeeded: try number(header, at: 40, digits: 8, radix: 8, .memberHeader)),
            owner: UInt32(truncatingIfNeeded: try number(header, at: 28, digits: 6, radix: 10, .memberHeader)),
            group: UInt32(truncatingIfNeeded: try number(header, at: 34, digits: 6, radix: 10, .memberHeader)),
            time: try number(header, at: 16, digits: 12, radix: 10, .memberHeader))
    }

    /// Returns the member's name, and the number of bytes of the contents that contain the name.
    private mutating func name(
        _ rawName: String, _ header: ByteView, _ contents: ByteView
    ) throws(ObjectFileError) -> (String, Int) {
        if rawName.hasPrefix("#1/") {
            guard let size = Int(rawName.dropFirst(3)), size >= 0, size <= contents.count else {
                throw header.error(.badField(.memberName, value: UInt64(rawName.dropFirst(3)) ?? 0))
            }
            return (try contents.fixedText(at: 0, limit: size), size)
        }
        if rawName.utf8.first == Self.slash,
            let position = Int(Substring(rawName.utf8.dropFirst().prefix { $0 != UInt8(ascii: ":") }))
        {
            isGNU = true
            return (try longName(at: position, header), 0)
        }
        if rawName.utf8.count > 1, rawName.utf8.last == Self.slash {
            isGNU = true
            return (Self.withoutLast(rawName), 0)
        }
        return (rawName, 0)
    }

    private func elsewhere(_ rawName: String, _ path: String, _ size: Int) -> ArchiveMember.Elsewhere {
        let position =
            rawName.hasPrefix("/") ? rawName.split(separator: ":").dropFirst().first.flatMap { Int($0) } : nil
        return ArchiveMember.Elsewhere(path: path, memberOffset: position, size: size)
    }

    private mutating func longName(at position: Int, _ header: ByteView) throws(ObjectFileError) -> String {
        if let known = knownNames[position] { return known }
        // A name must begin where another ends: overlapping names could take the square of the table's size.
        guard let longNames, position >= 0, position < longNames.count,
            position == 0 || longNames.withUnsafeBytes({ Self.endsName($0[position - 1]) })
        else { throw header.error(.badField(.memberName, value: UInt64(clamping: position))) }
        let rest = try longNames.suffix(from: position)
        let end = rest.withUnsafeBytes { $0.prefix(Archive.longestName + 1).firstIndex(where: Self.endsName) }
        guard let length = end ?? (rest.count <= Archive.longestName ? rest.count : nil) else {
            throw header.error(.badField(.memberName, value: UInt64(clamping: position)))
        }
        let text = try rest.slice(at: 0, count: length).text()
        let name = text.utf8.last == Self.slash ? Self.withoutLast(text) : text
        knownNames[position] = name
        return name
    }

    /// Returns whether a byte ends a name. COFF's names end with a NUL instead of a new line.
    private static func endsName(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0 }

    private static let slash = UInt8(ascii: "/")

    private static func withoutLast(_ text: String) -> String { String(Substring(text.utf8.dropLast())) }

    /// Returns the text of a field up to its first NUL, without the spaces that fill it.
    private static func unpadded(_ field: Slice<UnsafeRawBufferPointer>) -> String {
        let text = field.prefix { $0 != 0 }
        let end = text.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? text.startIndex
        return String(decoding: text[..<end], as: UTF8.self)
    }

    /// Returns a number written in digits and padded with spaces. A blank field is 0, except that a size must be given.
    private func number(
        _ header: ByteView, at offset: Int, digits: Int, radix: UInt64, _ field: ObjectField
    ) throws(ObjectFileError) -> UInt64 {
        let field = (name: field, isBlank: [0, 0x20].contains(try header.byte(at: offset)))
        let value = header.withUnsafeBytes { Archive.number(in: $0[offset..<(offset + digits)], radix: radix) }
        guard let value, !field.isBlank || field.name != .memberSize else {
            throw header.error(.badField(field.name, value: 0), at: offset)
        }
        return value
    }
}
