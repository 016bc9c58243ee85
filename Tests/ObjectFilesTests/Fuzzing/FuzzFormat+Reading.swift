import ObjectFiles

/// Calls all readers of a format. Their errors are ignored.
extension FuzzFormat {
    /// Reads bytes as a file of this format, whatever their magic number, then as an audit does.
    func read(_ bytes: ByteView) {
        switch self {
        case .fat: Self.readFat(bytes)
        case .machO: Self.readMachO(bytes)
        case .archive: Self.readArchive(bytes)
        case .textStub: Self.readTextStub(bytes)
        case .elf: _ = try? ELFFile(bytes).symbols()
        case .coff: Self.readCOFF(bytes)
        case .wasm: _ = try? WasmFile(bytes).symbols()
        }
        _ = try? AuditedSlice.all(in: bytes, thin: nil, BuildPathSearch(forbidden: ["/sandbox"]), prefixes: [])
    }

    /// Makes the lists of `nm`. They can be longer than the file, because symbols may share one name.
    func list(_ bytes: ByteView) {
        switch self {
        case .fat, .machO, .archive, .elf, .coff, .wasm:
            _ = try? NameListing(NameListOptions(), hasSeveralFiles: true).outcome(bytes, thin: nil)
        case .textStub:
            guard let stub = try? TextStub(bytes) else { return }
            for target in Self.targets(of: stub) { _ = stub.symbols(for: target) }
        }
    }

    private static func readFat(_ bytes: ByteView) {
        guard let file = try? FatFile(bytes) else { return }
        for slice in file.slices { _ = file.slice(for: slice.architecture)?.architecture.description }
        guard let sources = try? FatSource.all(in: bytes) else { return }
        for is64Bit in [false, true] { _ = try? FatLayout(sources, is64Bit: is64Bit) }
    }

    private static func readMachO(_ bytes: ByteView) {
        guard let file = try? MachOFile(bytes) else { return }
        _ = try? file.buildVersions()
        _ = try? file.linkerOptions()
        _ = try? file.exports()
        _ = try? FatSource(thin: bytes)
    }

    private static func readArchive(_ bytes: ByteView) {
        guard let archive = try? Archive(bytes) else { return }
        _ = try? archive.index()
        _ = try? FatSource(thin: bytes)
    }

    private static func readTextStub(_ bytes: ByteView) {
        guard let stub = try? TextStub(bytes) else { return }
        for target in targets(of: stub) { _ = stub.missingReexports(for: target) }
    }

    private static func targets(of stub: TextStub) -> [String] {
        (stub.documents.first?.targets.prefix(2) ?? []).filter(stub.supports) + ["arm64-macos"]
    }

    private static func readCOFF(_ bytes: ByteView) {
        _ = try? COFFFile(bytes).symbols()
        _ = try? COFFImport(bytes).symbols()
    }
}
