/// A member of the library to write.
struct LibtoolMember {
    /// The name in messages: its file, and its name in that file if the file is an archive.
    var label: String
    var use: Use
    var member: NewArchiveMember

    /// The format and architecture of an object: members of one use can be in one archive.
    enum Use: Hashable {
        case machO(MachOArchitecture)
        case other(ObjectFormat, architecture: String)

        init(_ object: ObjectFile) {
            switch object {
            case .machO(let file):
                let own = file.architecture
                // Capability bits do not distinguish slices.
                self = .machO(MachOArchitecture(type: own.type, subtype: own.bareSubtype))
            case .elf(let file): self = .other(.elf, architecture: file.architectureName)
            case .coff(let file): self = .other(.coff, architecture: file.architectureName)
            case .coffImport(let file): self = .other(.coff, architecture: file.architectureName)
            case .wasm: self = .other(.wasm, architecture: "wasm32")
            }
        }

        /// Returns the style of an archive of members with this use.
        func style(isSorted: Bool) -> ArchiveStyle {
            switch self {
            case .machO: .darwin(isSorted: isSorted)
            case .other(.coff, _): .coff
            case .other(.machO, _), .other(.elf, _), .other(.wasm, _): .gnu
            }
        }

        var words: String {
            switch self {
            case .machO(let architecture): "\(architecture.name) (mach-o)"
            case .other(let format, let architecture): "\(architecture) (\(format.rawValue))"
            }
        }
    }
}
