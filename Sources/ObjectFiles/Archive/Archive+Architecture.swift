/// The architecture of an archive: the common architecture of its members.
extension Archive {
    /// Returns the architecture of the Mach-O members, which must agree; throws `noObjects` when there are none.
    public func machOArchitecture() throws(ObjectFileError) -> MachOArchitecture {
        guard let architecture = try memberArchitecture() else { throw bytes.error(.noObjects) }
        return architecture
    }

    /// Returns the architecture of the Mach-O members, which must agree; nil when there are none. As in Apple's lipo,
    /// members that are not objects at all (text, bitcode) are skipped. Throws for fat files, archives, and objects of
    /// other formats.
    func memberArchitecture() throws(ObjectFileError) -> MachOArchitecture? {
        guard flavor != .thin else { throw bytes.error(.unexpectedFormat("a thin archive")) }
        var first: (name: String, architecture: MachOArchitecture)?
        for member in members {
            guard let architecture = try Self.architecture(of: member) else { continue }
            guard let known = first else {
                first = (member.name, architecture)
                continue
            }
            guard known.architecture.canShareArchive(with: architecture) else {
                throw bytes.error(
                    .mixedArchitectures(
                        first: known.name, firstArchitecture: known.architecture.fullName, second: member.name,
                        secondArchitecture: architecture.fullName))
            }
        }
        return first?.architecture
    }

    private static func architecture(of member: ArchiveMember) throws(ObjectFileError) -> MachOArchitecture? {
        let kind = try? FileKind(of: member.bytes)
        switch kind {
        case .object(.machO): return try MachOHeader(parsing: member.bytes).architecture
        case .object(.elf), .object(.coff), .object(.wasm), .fat, .archive:
            throw member.bytes.error(.unexpectedFormat(kind.map(\.description) ?? ""))
        case .bitcode, .textStub, nil: return nil
        }
    }
}

extension MachOArchitecture {
    /// Returns whether objects for both architectures may be in one archive. For PowerPC and
    /// i386, whose processors run each other's code, only the type must agree. For others, all bits must agree,
    /// including the version of pointer authentication.
    func canShareArchive(with other: MachOArchitecture) -> Bool {
        type == .powerPC || type == .i386 ? type == other.type : self == other
    }

    /// lipo's name for the architecture, with the capability bits if there are any.
    fileprivate var fullName: String {
        subtype == bareSubtype ? name : "\(name) (capabilities 0x\(String(subtype >> 24, radix: 16)))"
    }
}
