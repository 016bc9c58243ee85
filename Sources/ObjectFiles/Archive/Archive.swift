/// An archive of `ar`: a sequence of members, each after a text header.
///
/// ```
/// "!<arch>\n" ("!<thin>\n": members are names of files elsewhere), then members at even offsets:
/// name[16] time[12] owner[6] group[6] mode[8, octal] size[10] "`\n", contents, one filling byte when the size is odd
/// ```
/// Long names: BSD and Apple write `#1/LENGTH` and put the name, padded with NULs, before the contents (the size counts
/// both). GNU ends short names with `/` and writes `/OFFSET` into a member called `//`, where each name ends with
/// `/\n`. Tables of contents come first: `__.SYMDEF`, `__.SYMDEF SORTED`, `__.SYMDEF_64` (BSD, Apple), `/`, `/SYM64/`
/// (GNU); COFF import libraries have a second `/`, and for ARM64EC `/<ECSYMBOLS>/`. A thin archive contains only
/// tables: its members' names are the paths of files, relative to the archive. If an archive is added to a thin
/// archive, GNU's ar writes `/OFFSET:POSITION` for each of its members, where POSITION is the start of that member's
/// header. Sources: `ar(5)` of FreeBSD, Apple's `mach-o/ranlib.h`, binutils' `include/aout/ar.h`.
public struct Archive: Sendable {
    public let bytes: ByteView
    public let flavor: Flavor
    /// All members except tables of contents and of names, in the order of the file.
    public let members: [ArchiveMember]
    /// The table of contents, which comes first.
    let table: Table?

    /// The conventions that the archive follows.
    public enum Flavor: String, CaseIterable, Hashable, Sendable {
        case bsd
        case gnu
        case thin
    }

    /// An unparsed table of contents.
    struct Table: Sendable {
        var isGNU: Bool
        /// Whether the table's numbers have 64 bits.
        var isWide: Bool
        var bytes: ByteView
    }

    static let magic = Array("!<arch>\n".utf8)
    static let thinMagic = Array("!<thin>\n".utf8)

    static func isMagic(_ view: ByteView) -> Bool { view.starts(with: magic) || view.starts(with: thinMagic) }

    /// The length limit of names; no file system has longer paths.
    static let longestName = 4096
    /// The names that mark Apple's and BSD's tables of contents; true for numbers of 64 bits.
    static let tableNames = [
        "__.SYMDEF": false, "__.SYMDEF SORTED": false, "__.SYMDEF_64": true, "__.SYMDEF_64 SORTED": true,
    ]

    /// Returns whether a member with this name can be written and read back, in any style.
    static func canHold(_ name: String) -> Bool {
        let bytes = name.utf8
        return !bytes.isEmpty && bytes.count <= longestName && bytes.last != UInt8(ascii: "/")
            && !bytes.contains { $0 == 0 || $0 == 0x0A } && tableNames[name] == nil
    }
}
