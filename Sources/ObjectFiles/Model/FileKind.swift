/// The kind of a file, determined from its first bytes.
public enum FileKind: Hashable, Sendable {
    case fat
    case archive
    case object(ObjectFormat)
    /// LLVM bitcode, the output of `-flto`.
    case bitcode
    /// A .tbd: the text stub of a dynamic library.
    case textStub

    /// Throws `unknownFormat` for any other file.
    public init(of view: ByteView) throws(ObjectFileError) {
        if let magic: UInt32 = try? view.integer(at: 0, .little), MachOHeader.isMagic(magic) {
            self = .object(.machO)
        } else if view.starts(with: ELFFile.magic) {
            self = .object(.elf)
        } else if FatFile.isMagic(view) {
            self = .fat
        } else if Archive.isMagic(view) {
            self = .archive
        } else if view.starts(with: WasmFile.magic) {
            self = .object(.wasm)
        } else if view.starts(with: [0x42, 0x43, 0xC0, 0xDE]) || view.starts(with: [0xDE, 0xC0, 0x17, 0x0B]) {
            self = .bitcode
        } else if view.starts(with: "--- !tapi-tbd".utf8) || TextStub.isJSON(view) {
            self = .textStub
        } else if COFFFile.isCOFF(view) {
            self = .object(.coff)
        } else {
            throw view.error(.unknownFormat)
        }
    }
}

extension FileKind: CustomStringConvertible {
    public var description: String {
        switch self {
        case .fat: "a fat file"
        case .archive: "an archive"
        case .object(let format): "an object (\(format.rawValue))"
        case .bitcode: "LLVM bitcode"
        case .textStub: "a .tbd"
        }
    }
}
