/// The conventions of a new archive; `Archive.swift` and `ArchiveLayout+Index.swift` describe the formats.
public enum ArchiveStyle: Hashable, Sendable {
    /// Apple's: names before the contents, members padded to 8 bytes so that linkers can map them, `__.SYMDEF`.
    ///
    /// A sorted table is called `__.SYMDEF SORTED`, and linkers search it by bisection. If two members define one
    /// symbol, the table stays in the order of the members, as with Apple's libtool: linkers must find the first
    /// definition first.
    case darwin(isSorted: Bool)
    /// GNU's: `/`, `//`.
    case gnu
    /// Microsoft's: GNU's with a second, sorted table. Each symbol occurs once in both; long names end with a NUL.
    case coff

    var isDarwin: Bool {
        switch self {
        case .darwin: true
        case .gnu, .coff: false
        }
    }
}
