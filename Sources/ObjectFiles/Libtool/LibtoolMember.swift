/// A member of a library in the making, and what it is for.
struct LibtoolMember {
    /// What messages call it: its file, and its name in that when it is an archive.
    var label: String
    var use: Use
    var member: NewArchiveMember

    /// What an object is for: members of one use can be in one archive.
    enum Use: Hashable {
        case machO(MachOArchitecture)
        case other(ObjectFormat, architecture: String)

        init(_ object: ObjectFile) {
            switch object {
            case .machO(let file):
                let own = file.architecture
                // Capability bits do not tell slices apart.
                self = .machO(MachOArchitecture(type: own.type, subtype: own.bareSubtype))
            case .elf(let file): self = .other(.elf, architecture: file.architectureName)
            case .coff(let file): self = .other(.coff, architecture: file.architectureName)
            case .coffImport(let file): self = .other(.coff, architecture: file.architectureName)
            case .wasm: self = .other(.wasm, architecture: "wasm32")
            }
        }

        /// How an archive of such members is written.
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
