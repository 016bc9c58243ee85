import ObjectFiles
import TestSupport
import Testing

/// Damaged files are read or refused: no crash, no hang, no read past the end.
@Suite(.tags(.process)) struct HostileInputTests {
    private let corpus: Corpus

    init() throws { corpus = try Corpus.shared.get() }

    /// Returns undamaged files of a format.
    private func seeds(_ format: FuzzFormat) throws -> [[UInt8]] {
        func objects(_ word: String) -> [[UInt8]] {
            corpus.objects.filter { $0.key.contains(word) }.sorted { $0.key < $1.key }.map(\.value)
        }
        switch format {
        case .fat:
            return try [corpus.object, corpus.archive].map { make in
                try FatFile.merge(slices: ["armv7", "arm64"].map { ($0, make($0)) })
            }
        case .machO: return objects("apple") + [HandMade.machO(.big, wide: true)]
        case .archive: return corpus.archives.sorted { $0.key < $1.key }.map(\.value)
        case .textStub: return [Array(TextStubTests.text.utf8)]
        case .elf: return objects("linux")
        case .coff: return objects("windows")
        case .wasm: return objects("wasm")
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: FuzzFormat.allCases)
    func `a mutated file is read or refused`(format: FuzzFormat) throws {
        var mutator = Mutator(seed: 1)
        let seeds = try seeds(format)
        for turn in 0..<Self.turns {
            let bytes = ByteView(mutator.mutated(seeds[turn % seeds.count]), name: "tampered")
            format.read(bytes)
            format.list(bytes)
            #expect(format.brokenProperty(of: bytes) == nil, "turn \(turn)")
        }
    }

    /// The number of mutated files per format; on a slow machine, all formats together take ten seconds.
    private static let turns = 4000

    @Test(arguments: FuzzFormat.allCases)
    func `every truncated file is read or refused`(format: FuzzFormat) throws {
        for seed in try seeds(format) {
            for count in Swift.stride(from: 0, to: min(seed.count, 600), by: 3) {
                format.read(ByteView(Array(seed[..<count]), name: "short"))
            }
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: FuzzFormat.allCases)
    func `the exit status of a program matches its messages for mutated input`(format: FuzzFormat) throws {
        let folder = try TestFolder()
        var mutator = Mutator(seed: 2)
        let seeds = try seeds(format)
        for turn in 0..<20 {
            let path = try folder.write(mutator.mutated(seeds[turn % seeds.count]), to: "input")
            #expect(format.brokenProgram(path, output: folder.path("output")) == nil, "turn \(turn)")
        }
    }

    @Test func `sizes that do not fit are refused before memory is reserved`() throws {
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

    @Test func `names that share one long text are refused before they fill the memory`() throws {
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

    @Test(arguments: 0..<4)
    func `the probe linker's exit status matches its messages for mutated inputs`(run: Int) throws {
        let folder = try TestFolder()
        var mutator = Mutator(seed: UInt64(100 + run))
        let seeds = [
            ("a.o", corpus.object("armv7")), ("lib.a", corpus.archive("armv7")),
            ("lib.tbd", Array(TextStubTests.text.utf8)),
            ("fat.o", try FatFile.merge(slices: [("a", corpus.object("armv7")), ("b", corpus.object("arm64"))])),
        ]
        let target = ["-arch", "armv7", "-platform_version", "ios", "9.0", "9.0", "-dylib", "-o", folder.path("out")]
        for _ in 0..<40 {
            var words = target
            for (name, bytes) in seeds {
                try folder.write(mutator.either() ? mutator.mutated(bytes) : bytes, to: name)
                words.append(folder.path(name))
            }
            let outcome = ProbeCommand.run(words)
            #expect(
                (outcome.status == 0) == outcome.errors.split(separator: "\n").allSatisfy { !$0.contains("error:") })
        }
    }

    @Test func `a load command of size zero is an error`() throws {
        var object = HandMade.machO(.little, wide: false)
        object.replaceSubrange(32..<36, with: [0, 0, 0, 0])
        let error = try #require(throws: ObjectFileError.self) { try MachOFile(ByteView(object, name: "a.o")) }
        #expect(error.fault == .badField(.loadCommandSize, value: 0))
        #expect(error.offset == 32)
    }
}
