/// Reads the versions of a shared library's symbols.
///
/// ```
/// section of type 6FFFFFFF: for each entry of the dynamic symbol table a u16: the version's index, and
/// 8000 when programs that are linked now do not get this version
/// section of type 6FFFFFFD, whose `info` is the number of versions:
///   version:     revision u16, flags u16, index u16, number of names u16, hash u32,
///                offset of the names u32, offset of the next version u32
///   first name:  offset of the text in the section that `link` names u32, offset of the next name u32
/// ```
/// Index 0 stands for a local symbol, 1 for one without a version. Offsets count from the start of the entry.
/// Source: "LSB Core", chapter "Symbol Versioning".
extension ELFFile {
    struct SymbolVersions {
        private let entries: ByteView?
        private let order: ByteOrder

        fileprivate init(_ entries: ByteView?, _ order: ByteOrder) {
            self.entries = entries
            self.order = order
        }

        /// Returns whether the library keeps the symbol only for programs that were linked with an older one.
        func isReplaced(_ index: Int) throws(ObjectFileError) -> Bool {
            guard let entries, index * 2 + 2 <= entries.count else { return false }
            return try entries.integer(UInt16.self, at: index * 2, order) & 0x8000 != 0
        }

        /// Returns the index of the version of a symbol; nil for a symbol without a version.
        func version(of index: Int) throws(ObjectFileError) -> UInt16? {
            guard let entries, index * 2 + 2 <= entries.count else { return nil }
            let version = try entries.integer(UInt16.self, at: index * 2, order) & 0x7FFF
            return version > 1 ? version : nil
        }
    }

    /// Returns the versions of the symbols in the dynamic table; a file without versions replaces no symbol.
    func symbolVersions() throws(ObjectFileError) -> SymbolVersions {
        let isLibrary = kind == .dynamicLibrary
        let section = isLibrary ? sectionHeaders.first { $0.type == SectionHeader.symbolVersions } : nil
        return SymbolVersions(
            try section.map { header throws(ObjectFileError) in
                try bytes.slice(at: header.offset, size: header.size)
            }, header.order)
    }

    /// Returns the symbols that a shared library defines under a version, as references to them are written:
    /// `memcpy@GLIBC_2.2.5`. The list has the replaced symbols, and the default ones too.
    public func versionedSymbols() throws(ObjectFileError) -> [String] {
        guard kind == .dynamicLibrary, let table = try symbolTable() else { return [] }
        let (versions, names) = (try symbolVersions(), try versionNames())
        guard !names.isEmpty else { return [] }
        var symbols: [String] = []
        try forEachSymbol(in: table, externalOnly: true) { index, symbol throws(ObjectFileError) in
            guard symbol.isExternal, symbol.definition != .undefined, let version = try versions.version(of: index),
                let name = names[version]
            else { return }
            symbols.append("\(symbol.name)@\(name)")
        }
        return symbols
    }

    /// Returns the names of the versions that a shared library defines, by index.
    private func versionNames() throws(ObjectFileError) -> [UInt16: String] {
        guard let section = sectionHeaders.first(where: { $0.type == SectionHeader.versionDefinitions }),
            section.link < sectionHeaders.count
        else { return [:] }
        let entries = try bytes.slice(at: section.offset, size: section.size)
        let texts = sectionHeaders[Int(section.link)]
        var table = NameTable(try bytes.slice(at: texts.offset, size: texts.size))
        var names: [UInt16: String] = [:]
        var offset = 0
        // Entries cannot overlap in a sound file, so the section's size limits their number.
        for _ in 0..<(entries.count / 20) {
            let index = try entries.integer(UInt16.self, at: offset + 4, header.order)
            let first = Int(try entries.integer(UInt32.self, at: offset + 12, header.order))
            let next = Int(try entries.integer(UInt32.self, at: offset + 16, header.order))
            let name = try entries.integer(UInt32.self, at: offset + first, header.order)
            let text = try table.name(at: Int(name))
            // Every symbol may repeat the name, so a long one would take far more memory than the file.
            if text.utf8.count < 256 { names[index & 0x7FFF] = text }
            guard next != 0 else { break }
            offset += next
        }
        return names
    }
}
