/// A member of an archive to be written.
public struct NewArchiveMember: Sendable {
    public var name: String
    public var bytes: ByteView
    /// The symbols that the table of contents lists for the member, in the order of the member's symbol table.
    public var symbols: [String]
    /// The file attributes for the member's header; nil for fixed values, so that equal members give equal archives.
    var origin: Origin?

    /// The owner, mode and time of a member's original file.
    struct Origin: Hashable, Sendable {
        /// Permission bits.
        var mode: UInt32
        var owner: UInt32
        var group: UInt32
        /// Seconds since 1970.
        var time: UInt64
    }
}

extension NewArchiveMember {
    /// Makes a member from an object and the symbols that it offers to others.
    public init(name: String, object: ObjectFile) throws(ObjectFileError) {
        self.init(name: name, bytes: object.bytes, symbols: try object.offeredSymbols())
    }
}

extension ObjectFile {
    /// Returns the names for a table of contents: global and weak definitions, including common, absolute and hidden
    /// ones.
    ///
    /// In COFF, a weak external makes a name stand for another until a definition is linked. Undefined weak externals
    /// are listed too. Source: the behaviour of llvm-ar.
    func offeredSymbols() throws(ObjectFileError) -> [String] {
        var isCOFF = false
        if case .coff = self { isCOFF = true }
        return try symbols().compactMap { symbol in
            guard symbol.isExternal else { return nil }
            switch symbol.definition {
            case .defined, .common: return symbol.name
            case .undefined: return isCOFF && symbol.binding == .weak ? symbol.name : nil
            }
        }
    }
}
