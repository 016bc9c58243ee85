/// An archive of `ar`: members one after another, each behind a header of text.
///
/// ```
/// "!<arch>\n" ("!<thin>\n": members are names of files elsewhere), then members at even offsets:
/// name[16] time[12] owner[6] group[6] mode[8, octal] size[10] "`\n", contents, one filling byte when the size is odd
/// ```
/// Long names: BSD and Apple write `#1/LENGTH` and put the name, padded with NULs, before the contents (the size counts
/// both). GNU ends short names with `/` and writes `/OFFSET` into a member called `//`, where each name ends with
/// `/\n`. Tables of contents come first: `__.SYMDEF`, `__.SYMDEF SORTED`, `__.SYMDEF_64` (BSD, Apple), `/`, `/SYM64/`
/// (GNU); COFF import libraries have a second `/`, and for ARM64EC `/<ECSYMBOLS>/`. A thin archive holds tables only:
/// its members are named by the path of the file, beside the archive; GNU's ar writes `/OFFSET:POSITION` for a member
/// of an archive that was put into it, POSITION being where that member's header begins. Sources: `ar(5)` of FreeBSD,
/// Apple's `mach-o/ranlib.h`, binutils' `include/aout/ar.h`.
public struct Archive: Sendable {
    public let bytes: ByteView
    public let flavor: Flavor
    /// All members but tables of contents and of names, in the order of the file.
    public let members: [ArchiveMember]
    /// The table of contents that comes first.
    let table: Table?

    /// Whose conventions it follows.
    public enum Flavor: String, CaseIterable, Hashable, Sendable {
        case bsd
        case gnu
        case thin
    }

    /// A table of contents, unread.
    struct Table: Sendable {
        var kind: Kind
        var bytes: ByteView

        enum Kind: Hashable, Sendable {
            case bsd
            case bsd64
            case gnu
            case gnu64
        }
    }

    init(bytes: ByteView, flavor: Flavor, members: [ArchiveMember], table: Table?) {
        self.bytes = bytes
        self.flavor = flavor
        self.members = members
        self.table = table
    }

    static let magic = Array("!<arch>\n".utf8)
    static let thinMagic = Array("!<thin>\n".utf8)

    static func isMagic(_ view: ByteView) -> Bool { view.starts(with: magic) || view.starts(with: thinMagic) }

    /// No file system has longer paths.
    static let longestName = 4096
    /// Apple's and BSD's tables of contents are members that are told by their names.
    static let tableNames: [String: Table.Kind] = [
        "__.SYMDEF": .bsd, "__.SYMDEF SORTED": .bsd, "__.SYMDEF_64": .bsd64, "__.SYMDEF_64 SORTED": .bsd64,
    ]

    /// Whether a member of this name can be read again, whatever the style.
    static func canHold(_ name: String) -> Bool {
        let bytes = name.utf8
        return !bytes.isEmpty && bytes.count <= longestName && bytes.last != UInt8(ascii: "/")
            && !bytes.contains { $0 == 0 || $0 == 0x0A } && tableNames[name] == nil
    }
}
