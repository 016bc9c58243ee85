/// Whose conventions a new archive follows; the formats are told in `Archive.swift` and `ArchiveLayout+Index.swift`.
public enum ArchiveStyle: Hashable, Sendable {
    /// Apple's: names before the contents, members filled to 8 bytes so that linkers can map them, `__.SYMDEF`.
    ///
    /// A sorted table is called `__.SYMDEF SORTED`, and linkers search it by halving. Where two members define one
    /// symbol the table stays in the order of the members, as Apple's libtool leaves it:
    /// the first of them has to be found first.
    case darwin(isSorted: Bool)
    /// GNU's: `/`, `//`.
    case gnu
    /// Microsoft's: GNU's with a second, sorted table, each symbol in both once, and long names that end with a NUL.
    case coff

    var isDarwin: Bool {
        switch self {
        case .darwin: true
        case .gnu, .coff: false
        }
    }
}
