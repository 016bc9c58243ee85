/// Reads the versions of a shared library's symbols.
///
/// ```
/// section of type 6FFFFFFF: for each entry of the dynamic symbol table a u16: the version's index, and
/// 8000 when programs that are linked now do not get this version
/// ```
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
}
