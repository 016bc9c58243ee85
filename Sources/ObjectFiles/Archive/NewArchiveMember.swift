/// A member of an archive that is about to be written.
public struct NewArchiveMember: Sendable {
    public var name: String
    public var bytes: ByteView
    /// What the table of contents says that it defines, in the order of its own symbol table.
    public var symbols: [String]
    /// What its header says of the file that it was; nil for what is the same whoever makes the archive.
    var origin: Origin?

    /// Whose file a member was, and since when.
    struct Origin: Hashable, Sendable {
        /// Permission bits.
        var mode: UInt32
        var owner: UInt32
        var group: UInt32
        /// Seconds since 1970.
        var time: UInt64
    }

    public init(name: String, bytes: ByteView, symbols: [String]) {
        self.name = name
        self.bytes = bytes
        self.symbols = symbols
    }

    /// An object with the symbols that it offers to others.
    public init(name: String, object: ObjectFile) throws(ObjectFileError) {
        self.init(name: name, bytes: object.bytes, symbols: try object.offeredSymbols())
    }
}

extension ObjectFile {
    /// Names for a table of contents: global and weak definitions, common, absolute and hidden ones too.
    ///
    /// COFF says by a weak external that a name stands for another until somebody defines it: such a reference is an
    /// offer as well. Source: what llvm-ar takes.
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
