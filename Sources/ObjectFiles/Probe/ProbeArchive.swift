/// An archive whose members wait to be pulled in.
struct ProbeArchive {
    let path: String
    /// The table of contents; empty when there is none.
    let entries: [Archive.IndexEntry]
    /// In the order of the file.
    let members: [ArchiveMember]
    /// How many entries the linker has come by: it takes them one after another, and those to come offer nothing yet.
    var seen = 0
    /// Whether it has members but no table of contents.
    let lacksTable: Bool
    private let places: [String: Int]
    private var waiting: [Int: ArchiveMember]

    init(_ archive: Archive, _ path: String) throws(ObjectFileError) {
        let index = try archive.index()
        self.path = path
        entries = index ?? []
        members = archive.members
        lacksTable = index == nil && !archive.members.isEmpty
        places = Dictionary(entries.enumerated().map { ($1.symbol, $0) }) { first, _ in first }
        waiting = Dictionary(archive.members.map { ($0.headerOffset, $0) }) { first, _ in first }
    }

    /// Where the member begins that defines a symbol; the first one when there are more.
    func offset(of name: String) -> Int? {
        guard let place = places[name], place < seen else { return nil }
        return entries[place].memberOffset
    }

    /// The member at an offset, once.
    mutating func take(_ offset: Int) -> ArchiveMember? { waiting.removeValue(forKey: offset) }
}
