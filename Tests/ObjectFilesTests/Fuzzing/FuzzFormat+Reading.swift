import ObjectFiles

/// Reading all that there is. What a reader throws is its good right and of no interest.
extension FuzzFormat {
    /// Reads bytes as a file of this format, whatever they begin with.
    func read(_ bytes: ByteView) {
        _ = try? FileKind(of: bytes)
        switch self {
        case .fat: Self.readFat(bytes)
        case .machO: Self.readMachO(bytes)
        case .archive: Self.readArchive(bytes)
        case .textStub: Self.readTextStub(bytes)
        case .elf: Self.readELF(bytes)
        case .coff: Self.readCOFF(bytes)
        case .wasm: Self.readWasm(bytes)
        }
    }

    private static func readFat(_ bytes: ByteView) {
        guard let file = try? FatFile(bytes) else { return }
        for slice in file.slices {
            _ = file.slice(for: slice.architecture)?.architecture.description
            if (try? FileKind(of: slice.bytes)) == .archive { readArchive(slice.bytes) } else { readMachO(slice.bytes) }
        }
        guard let sources = try? FatSource.all(in: bytes) else { return }
        for is64Bit in [false, true] { _ = try? FatLayout(sources, is64Bit: is64Bit) }
    }

    private static func readMachO(_ bytes: ByteView) {
        guard let file = try? MachOFile(bytes) else { return }
        _ = try? file.segments()
        _ = try? file.symbols()
        _ = try? file.buildVersions()
        _ = try? file.linkerOptions()
        _ = try? file.bitcode()
        _ = try? file.summary()
        _ = try? FatSource(thin: bytes)
    }

    private static func readArchive(_ bytes: ByteView) {
        guard let archive = try? Archive(bytes) else { return }
        _ = try? archive.index()
        _ = try? archive.machOArchitecture()
        for member in archive.members { _ = try? member.summary() }
        _ = try? FatSource(thin: bytes)
    }

    private static func readTextStub(_ bytes: ByteView) {
        guard let stub = try? TextStub(bytes) else { return }
        let named = stub.documents.first?.targets.prefix(2) ?? []
        for target in named + ["arm64-macos"] where stub.supports(target) {
            _ = stub.symbols(for: target)
            _ = stub.missingReexports(for: target)
        }
    }

    private static func readELF(_ bytes: ByteView) {
        guard let file = try? ELFFile(bytes) else { return }
        _ = try? file.sections()
        _ = try? file.symbols()
        _ = try? file.hasExecutableStack()
        _ = try? file.summary()
    }

    private static func readCOFF(_ bytes: ByteView) {
        guard let file = try? COFFFile(bytes) else { return }
        _ = try? file.sections()
        _ = try? file.symbols()
        _ = try? file.summary()
    }

    private static func readWasm(_ bytes: ByteView) {
        guard let file = try? WasmFile(bytes) else { return }
        _ = try? file.sections()
        _ = try? file.symbols()
        _ = try? file.summary()
    }
}
