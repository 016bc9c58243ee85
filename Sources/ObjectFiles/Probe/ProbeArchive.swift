/// An archive whose members are loaded on demand.
struct ProbeArchive {
    let path: String
    /// The table of contents; empty when there is none.
    let entries: [Archive.IndexEntry]
    /// The members in the order of the file.
    let members: [ArchiveMember]
    /// The number of entries that the linker has processed. It processes them one after another, and later entries
    /// provide no symbols yet.
    var seen = 0
    /// Whether the archive has members but no table of contents.
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

    /// Returns the start of the first member that defines a symbol; nil if no processed entry lists the symbol.
    func offset(of name: String) -> Int? {
        guard let place = places[name], place < seen else { return nil }
        return entries[place].memberOffset
    }

    /// Returns the member at an offset on the first call; nil on later ones.
    mutating func take(_ offset: Int) -> ArchiveMember? { waiting.removeValue(forKey: offset) }
}
