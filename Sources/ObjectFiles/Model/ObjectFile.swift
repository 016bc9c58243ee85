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

    public var bytes: ByteView {
        switch self {
        case .machO(let file): file.bytes
        case .elf(let file): file.bytes
        case .coff(let file): file.bytes
        case .coffImport(let file): file.bytes
        case .wasm(let file): file.bytes
        }
    }

    /// Returns the symbol table, without entries for debuggers. For a shared library of ELF, returns its dynamic
    /// symbols.
    public func symbols() throws(ObjectFileError) -> [ObjectSymbol] {
        switch self {
        case .machO(let file): try file.symbols()
        case .elf(let file): try file.symbols()
        case .coff(let file): try file.symbols()
        case .coffImport(let file): try file.symbols()
        case .wasm(let file): try file.symbols()
        }
    }

    public func sections() throws(ObjectFileError) -> [ObjectSection] {
        switch self {
        case .machO(let file): try file.sections()
        case .elf(let file): try file.sections()
        case .coff(let file): try file.sections()
        case .coffImport(let file): try file.sections()
        case .wasm(let file): try file.sections()
        }
    }

    public func summary() throws(ObjectFileError) -> ObjectSummary {
        switch self {
        case .machO(let file): try file.summary()
        case .elf(let file): try file.summary()
        case .coff(let file): try file.summary()
        case .coffImport(let file): try file.summary()
        case .wasm(let file): try file.summary()
        }
    }
}
