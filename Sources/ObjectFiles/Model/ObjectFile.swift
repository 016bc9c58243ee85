/// An object file of any format, with the operations that all formats support.
public enum ObjectFile: Sendable {
    case machO(MachOFile)
    case elf(ELFFile)
    case coff(COFFFile)
    case coffImport(COFFImport)
    case wasm(WasmFile)

    /// Reads the headers; throws `unexpectedFormat` for archives, fat files and the like.
    public init(_ bytes: ByteView) throws(ObjectFileError) {
        let kind = try FileKind(of: bytes)
        switch kind {
        case .object(.machO): self = .machO(try MachOFile(bytes))
        case .object(.elf): self = .elf(try ELFFile(bytes))
        case .object(.coff):
            self = COFFImport.isImport(bytes) ? .coffImport(try COFFImport(bytes)) : .coff(try COFFFile(bytes))
        case .object(.wasm): self = .wasm(try WasmFile(bytes))
        case .fat, .archive, .bitcode, .textStub: throw bytes.error(.unexpectedFormat(kind.description))
        }
    }

    public var bytes: ByteView { contents.bytes }

    /// Returns the symbol table, without entries for debuggers. For a shared library of ELF, returns its dynamic
    /// symbols.
    public func symbols() throws(ObjectFileError) -> [ObjectSymbol] { try contents.symbols() }

    public func sections() throws(ObjectFileError) -> [ObjectSection] { try contents.sections() }

    public func summary() throws(ObjectFileError) -> ObjectSummary { try contents.summary() }

    private var contents: any ObjectContents {
        switch self {
        case .machO(let file): file
        case .elf(let file): file
        case .coff(let file): file
        case .coffImport(let file): file
        case .wasm(let file): file
        }
    }
}

/// The operations that all formats support.
protocol ObjectContents {
    var bytes: ByteView { get }
    func symbols() throws(ObjectFileError) -> [ObjectSymbol]
    func sections() throws(ObjectFileError) -> [ObjectSection]
    func summary() throws(ObjectFileError) -> ObjectSummary
}
