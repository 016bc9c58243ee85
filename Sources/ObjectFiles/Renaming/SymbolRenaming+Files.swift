/// Renames symbols in whole files.
extension ObjectFile {
    /// Returns the object with new names.
    ///
    /// - Throws: `unexpectedFormat` for files whose symbol table cannot be rewritten: linked files, import objects,
    ///   WebAssembly, objects with bitcode.
    public func renaming(_ renaming: SymbolRenaming) throws(ObjectFileError) -> [UInt8] {
        switch self {
        case .machO(let file): try file.renaming(renaming)
        case .elf(let file): try file.renaming(renaming)
        case .coff(let file): try file.renaming(renaming)
        case .coffImport: throw bytes.error(.unexpectedFormat("an import object"))
        case .wasm: throw bytes.error(.unexpectedFormat("a WebAssembly object"))
        }
    }
}

extension SymbolRenaming {
    /// Returns a file with new names: an object, an archive, or a fat file of these.
    ///
    /// Archives get new tables of contents. Members keep their names and order; members that are not objects stay
    /// unchanged.
    public func apply(to bytes: ByteView) throws(ObjectFileError) -> [UInt8] {
        let kind = try FileKind(of: bytes)
        switch kind {
        case .object: return try ObjectFile(bytes).renaming(self)
        case .archive: return try archive(bytes)
        case .fat:
            return try FatFile.merge(
                try FatFile(bytes).slices.map { slice throws(ObjectFileError) in
                    ByteView(try apply(to: slice.bytes), name: bytes.name)
                })
        case .bitcode, .textStub: throw bytes.error(.unexpectedFormat(kind.description))
        }
    }

    private func archive(_ bytes: ByteView) throws(ObjectFileError) -> [UInt8] {
        let archive = try Archive(bytes)
        guard archive.flavor != .thin else { throw bytes.error(.unexpectedFormat("a thin archive")) }
        var members: [NewArchiveMember] = []
        var isCOFF = false
        for member in archive.members {
            guard case .object = try? FileKind(of: member.bytes) else {
                members.append(NewArchiveMember(name: member.name, bytes: member.bytes, symbols: []))
                continue
            }
            let object = try ObjectFile(member.bytes)
            if case .coff = object { isCOFF = true }
            let renamed = ByteView(try object.renaming(self), name: bytes.name).asMember(member.name)
            members.append(try NewArchiveMember(name: member.name, object: try ObjectFile(renamed)))
        }
        let style: ArchiveStyle = archive.flavor == .bsd ? .darwin(isSorted: true) : isCOFF ? .coff : .gnu
        return try ArchiveLayout(members, style: style).bytes()
    }
}
