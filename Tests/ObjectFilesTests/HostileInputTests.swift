import ObjectFiles
import Testing

/// Files that somebody has tampered with are read or refused: no crash, no hang, no read past the end.
@Suite struct HostileInputTests {
    private let corpus: Corpus

    init() throws { corpus = try Corpus.shared.get() }

    /// Everything that the readers can be asked of bytes of any kind.
    private func readAll(_ bytes: [UInt8]) {
        let view = ByteView(bytes, name: "hostile")
        switch try? FileKind(of: view) {
        case .fat:
            guard let file = try? FatFile(view) else { return }
            for slice in file.slices { readAll(slice.bytes) }
            _ = try? FatFile.merge([view])
        case .archive, .object, .bitcode, .textStub, .none: readAll(view)
        }
    }

    private func readAll(_ view: ByteView) {
        if let object = try? ObjectFile(view) {
            _ = try? object.summary()
            _ = try? object.sections()
        }
        if let archive = try? Archive(view) {
            _ = try? archive.index()
            _ = try? archive.machOArchitecture()
            for member in archive.members { _ = try? member.summary() }
        }
        if let stub = try? TextStub(view) {
            _ = stub.symbols(for: "arm64-macos")
            _ = stub.missingReexports(for: "arm64-macos")
        }
    }

    /// Real files of every kind.
    private func seeds() throws -> [[UInt8]] {
        var seeds = corpus.objects.sorted { $0.key < $1.key }.map(\.value)
        seeds += corpus.archives.sorted { $0.key < $1.key }.map(\.value)
        seeds.append(try FatFile.merge(slices: ["armv7", "arm64"].map { ($0, corpus.archive($0)) }))
        seeds.append(Array(TextStubTests.text.utf8))
        seeds.append(HandMade.machO(.big, wide: true))
        return seeds
    }

    /// Numbers that break arithmetic.
    private static let extremes: [UInt32] = [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0xFFFF_FFF0, 0x0100_0000]

    private func mutated(_ seed: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            // Headers are at the beginning, where a change does most.
            let end = Bool.random(using: &random) ? bytes.count : min(bytes.count, 256)
            let place = Int.random(in: 0..<end, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 2: bytes.removeSubrange(place...)
            case 3: bytes.insert(contentsOf: bytes[..<min(8, bytes.count)], at: place)
            default:
                let value = Self.extremes.randomElement(using: &random) ?? 0
                for index in 0..<min(4, bytes.count - place) {
                    bytes[place + index] = UInt8(value >> (8 * index) & 0xFF)
                }
            }
        }
        return bytes
    }

    @Test("mutations of real files", arguments: 0..<8)
    func mutations(run: Int) throws {
        var random = SeededRandom(seed: UInt64(run))
        let seeds = try seeds()
        for _ in 0..<12 {
            for seed in seeds { readAll(mutated(seed, &random)) }
        }
    }

    @Test("every shorter beginning of a file is read or refused")
    func truncations() throws {
        for seed in try seeds() {
            for count in Swift.stride(from: 0, to: min(seed.count, 600), by: 3) { readAll(Array(seed[..<count])) }
        }
    }

    @Test("sizes that do not fit are refused before anything is reserved for them")
    func hugeCounts() throws {
        var object = HandMade.machO(.little, wide: true)
        // The number of load commands, then that of symbols.
        object.replaceSubrange(16..<20, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: ObjectFileError.self) { try MachOFile(ByteView(object, name: "a.o")) }
        object = HandMade.machO(.little, wide: true)
        let symbols = 32 + 72 + 80 + 24 + 12
        object.replaceSubrange(symbols..<(symbols + 4), with: [0xFF, 0xFF, 0xFF, 0xFF])
        let file = try MachOFile(ByteView(object, name: "a.o"))
        let error = try #require(throws: ObjectFileError.self) { try file.symbols() }
        #expect(error.fault == .pastEnd(needed: 16 * 0xFFFF_FFFF, available: object.count - 232))
    }

    @Test("names that all point at one long text are refused before they fill the memory")
    func sharedNames() throws {
        var object = HandMade.Bytes(.little)
        let (count, length) = (2000, 100_000)
        object.add(words: [0xFEED_FACF, 0x0100_000C, 0, 1, 1, 24, 0, 0])
        object.add(words: [2, 24, 56, UInt32(count), UInt32(56 + 16 * count), UInt32(length)])
        for _ in 0..<count { object.add(words: [1, 0x01, 0, 0]) }
        object.all += [0] + [UInt8](repeating: 0x61, count: length - 2) + [0]
        let file = try MachOFile(ByteView(object.all, name: "a.o"))
        let error = try #require(throws: ObjectFileError.self) { try file.symbols() }
        #expect(error.fault == .badField(.nameOffset, value: 1))
    }

    @Test("the probe linker survives tampered inputs", arguments: 0..<4)
    func probe(run: Int) throws {
        let folder = try TestFolder()
        var random = SeededRandom(seed: UInt64(100 + run))
        let seeds = [
            ("a.o", corpus.object("armv7")), ("lib.a", corpus.archive("armv7")),
            ("lib.tbd", Array(TextStubTests.text.utf8)),
            ("fat.o", try FatFile.merge(slices: [("a", corpus.object("armv7")), ("b", corpus.object("arm64"))])),
        ]
        let target = ["-arch", "armv7", "-platform_version", "ios", "9.0", "9.0", "-dylib", "-o", folder.path("out")]
        for _ in 0..<40 {
            var words = target
            for (name, bytes) in seeds {
                try folder.write(Bool.random(using: &random) ? mutated(bytes, &random) : bytes, to: name)
                words.append(folder.path(name))
            }
            let outcome = ProbeCommand.run(words)
            #expect(
                (outcome.status == 0) == outcome.errors.split(separator: "\n").allSatisfy { !$0.contains("error:") })
        }
    }

    @Test("a load command of no size does not hang")
    func emptyCommand() throws {
        var object = HandMade.machO(.little, wide: false)
        object.replaceSubrange(32..<36, with: [0, 0, 0, 0])
        let error = try #require(throws: ObjectFileError.self) { try MachOFile(ByteView(object, name: "a.o")) }
        #expect(error.fault == .badField(.loadCommandSize, value: 0))
        #expect(error.offset == 32)
    }
}
