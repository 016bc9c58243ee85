import ObjectFiles
import TestSupport
import Testing

@Suite(.tags(.process)) struct FatFileTests {
    private let corpus: Corpus

    init() throws { corpus = try Corpus.shared.get() }

    private static let architectures = ["armv7", "armv7s", "arm64", "i386", "x86_64"]

    @Test func `merging in memory matches llvm-lipo`() throws {
        let folder = try TestFolder()
        for name in Self.architectures { try folder.write(corpus.archive(name), to: "\(name).a") }
        try folder.need(
            LLVM.tool("lipo"), ["-create"] + Self.architectures.map { "\($0).a" } + ["-output", "fat.a"])
        let merged = try FatFile.merge(slices: Self.architectures.map { ("\($0).a", corpus.archive($0)) })
        #expect(try merged == folder.bytes("fat.a"))
    }

    @Test func `each slice of a merged file equals its input`() throws {
        let merged = try FatFile.merge(slices: Self.architectures.map { ($0, corpus.archive($0)) })
        let file = try FatFile(ByteView(merged, name: "fat.a"))
        #expect(file.slices.map(\.architecture.name) == ["armv7", "armv7s", "i386", "x86_64", "arm64"])
        for slice in file.slices {
            #expect(slice.bytes.bytes() == corpus.archive(slice.architecture.name))
            #expect(slice.offset % (1 << UInt64(slice.alignment)) == 0)
        }
    }

    @Test func `two slices of one architecture are an error that names both files`() throws {
        let error = try #require(throws: ObjectFileError.self) {
            try FatFile.merge(
                slices: [("one/lib.a", corpus.archive("arm64")), ("two/lib.a", corpus.archive("arm64"))])
        }
        #expect(
            error.description
                == "`two/lib.a`: `one/lib.a` and `two/lib.a` have the same architecture arm64 and cannot be in one fat "
                + "file")
    }

    @Test(arguments: Corpus.otherRows.map(\.triple))
    func `formats other than Mach-O are refused`(triple: String) throws {
        let object = try #require(corpus.objects[triple])
        #expect(throws: ObjectFileError.self) { try FatFile.merge(slices: [("a.o", object)]) }
    }

    @Test func `a Java class is not a fat file`() throws {
        let error = try #require(throws: ObjectFileError.self) {
            try FatFile(ByteView([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52] + [UInt8](repeating: 0, count: 64), name: "A"))
        }
        #expect(error.fault == .unknownFormat)
    }

    struct Broken: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var bytes: [UInt8]
        var fault: ObjectFileFault
    }

    private static let body = [UInt8](repeating: 0, count: 64)

    static let broken = [
        Broken(
            testDescription: "a table cut short", bytes: [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 2, 0, 0],
            fault: .pastEnd(needed: 4, available: 2)),
        Broken(
            testDescription: "a slice past the end",
            bytes: HandMade.fat([(12, 9, 32, 1000, 2)]) + body, fault: .pastEnd(needed: 1000, available: 60)),
        Broken(
            testDescription: "a slice that overlaps the table", bytes: HandMade.fat([(12, 9, 8, 10, 2)]) + body,
            fault: .badField(.sliceOffset, value: 8)),
        Broken(
            testDescription: "slices that overlap",
            bytes: HandMade.fat([(12, 9, 48, 10, 2), (12, 11, 52, 10, 2)]) + body,
            fault: .badField(.sliceOffset, value: 52)),
        Broken(
            testDescription: "an alignment out of range", bytes: HandMade.fat([(12, 9, 32, 10, 40)]) + body,
            fault: .badField(.sliceAlignment, value: 40)),
        Broken(
            testDescription: "an offset that is not aligned", bytes: HandMade.fat([(12, 9, 34, 10, 2)]) + body,
            fault: .badField(.sliceOffset, value: 34)),
        Broken(
            testDescription: "one architecture twice",
            bytes: HandMade.fat([(12, 9, 48, 4, 2), (12, 9, 52, 4, 2)]) + body,
            fault: .sameArchitecture("armv7", first: "fat", second: "fat")),
    ]

    @Test(arguments: broken)
    func `broken fat files are refused`(broken: Broken) throws {
        let error = try #require(throws: ObjectFileError.self) { try FatFile(ByteView(broken.bytes, name: "fat")) }
        #expect(error.fault == broken.fault)
    }
}
