/// An archive whose members wait to be pulled in.
struct ProbeArchive {
    let path: String
    /// Where the member begins that defines a symbol; the first one when there are more.
    let offsets: [String: Int]
    private var members: [Int: ArchiveMember]

    /// Nil for an archive with members but without a table of contents.
    init?(_ archive: Archive, _ path: String) throws(ObjectFileError) {
        let index = try archive.index()
        guard index != nil || archive.members.isEmpty else { return nil }
        self.path = path
        offsets = Dictionary((index ?? []).map { ($0.symbol, $0.memberOffset) }) { first, _ in first }
        members = Dictionary(archive.members.map { ($0.headerOffset, $0) }) { first, _ in first }
    }

    /// The member at an offset, once.
    mutating func take(_ offset: Int) -> ArchiveMember? { members.removeValue(forKey: offset) }
}
