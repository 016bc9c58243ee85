import Foundation
import TestSupport
import Testing

@testable import ObjectFiles

/// The outputs of `lipo` on disk: modes, times, hidden slices, large files.
@Suite(.tags(.process)) struct LipoOutputTests {
    private let bench: LipoBench
    private var folder: TestFolder { bench.folder }

    init() throws { bench = try LipoBench() }

    private func attributes(_ name: String) throws -> [FileAttributeKey: Any] {
        try FileManager.default.attributesOfItem(atPath: folder.path(name))
    }

    private func set(_ key: FileAttributeKey, _ value: Any, _ names: String...) throws {
        for name in names { try FileManager.default.setAttributes([key: value], ofItemAtPath: folder.path(name)) }
    }

    @Test(arguments: [0o644, 0o755, 0o600, 0o711])
    func `the output has the inputs' permission bits`(bits: Int) throws {
        try set(.posixPermissions, bits, "armv7.o", "arm64.o")
        #expect(bench.ours(["-create", "armv7.o", "arm64.o"], output: "fat.o").status == 0)
        #expect(bench.ours(["fat.o", "-thin", "arm64"], output: "thin.o").status == 0)
        for name in ["fat.o", "thin.o"] { #expect(try attributes(name)[.posixPermissions] as? Int == bits) }
    }

    @Test func `the output has the last input's permission bits, without setuid and setgid`() throws {
        try set(.posixPermissions, 0o777, "armv7.o")
        try set(.posixPermissions, 0o6750, "arm64.o")
        #expect(bench.ours(["-create", "armv7.o", "arm64.o"], output: "fat.o").status == 0)
        #expect(try attributes("fat.o")[.posixPermissions] as? Int == 0o750)
    }

    @Test func `a thin output keeps its input's times, a fat output does not`() throws {
        #expect(bench.ours(["-create", "armv7.a", "arm64.a"], output: "fat.a").status == 0)
        let old = Date(timeIntervalSince1970: 1_000_000_000)
        try set(.modificationDate, old, "fat.a")
        #expect(bench.ours(["fat.a", "-thin", "arm64"], output: "thin.a").status == 0)
        #expect(bench.ours(["fat.a", "-extract", "arm64"], output: "one.a").status == 0)
        #expect(try attributes("thin.a")[.modificationDate] as? Date == old)
        #expect(try #require(try attributes("one.a")[.modificationDate] as? Date) > old)
    }

    @Test func `-extract_family makes a thin file of one slice and a fat file of two`() throws {
        #expect(bench.ours(["-create", "armv7.a", "armv7s.a", "arm64.a"], output: "fat.a").status == 0)
        #expect(bench.ours(["fat.a", "-extract_family", "arm64e"], output: "one.a").status == 0)
        #expect(try folder.bytes("one.a") == folder.bytes("arm64.a"))
        #expect(bench.ours(["fat.a", "-extract_family", "armv6"], output: "two.a").status == 0)
        #expect(bench.ours(["-archs", "two.a"]).output == "armv7 armv7s\n")
    }

    private func executable(_ type: UInt32, _ subtype: UInt32, wide: Bool) -> [UInt8] {
        var file = HandMade.Bytes(.little)
        file.add(words: [wide ? 0xFEED_FACF : 0xFEED_FACE, type, subtype, 2, 0, 0, 0] + (wide ? [0] : []))
        return file.all
    }

    private func addExecutables() throws {
        try folder.write(executable(12, 9, wide: false), to: "armv7.x")
        try folder.write(executable(0x0100_000C, 0, wide: true), to: "arm64.x")
        try folder.write(executable(0x0100_000C, 0x8000_0002, wide: true), to: "arm64e.x")
        try folder.write(executable(0x0100_0007, 3, wide: true), to: "x86_64.x")
    }

    @Test(arguments: [[], ["-fat64"]])
    func `-hideARM64 leaves 64-bit ARM out of the header's slice count`(options: [String]) throws {
        try addExecutables()
        let files = ["arm64.x", "arm64e.x", "x86_64.x", "armv7.x"]
        #expect(bench.ours(["-create"] + files + options, output: "shown.x").status == 0)
        #expect(bench.ours(["-create", "-hideARM64"] + files + options, output: "hidden.x").status == 0)
        var expected = try folder.bytes("shown.x")
        expected[7] = 2
        #expect(try folder.bytes("hidden.x") == expected)
        #expect(bench.ours(["-archs", "hidden.x"]).output == "x86_64 armv7 arm64 arm64e\n")
        let details = bench.ours(["-detailed_info", "hidden.x"]).output
        #expect(details.contains("nfat_arch 2 (+2 hidden)\n"))
        #expect(details.contains("architecture armv7\n"))
        #expect(details.contains("architecture arm64 (hidden)\n"))

        #expect(bench.ours(["hidden.x", "-thin", "arm64"], output: "thin.x").status == 0)
        #expect(try folder.bytes("thin.x") == folder.bytes("arm64.x"))
        #expect(bench.ours(["hidden.x", "-remove", "arm64e", "-hideARM64"], output: "fewer.x").status == 0)
        #expect(bench.ours(["-detailed_info", "fewer.x"]).output.contains("nfat_arch 2 (+1 hidden)\n"))
        #expect(bench.ours(["hidden.x", "-extract", "arm64"], output: "one.x").status == 0)
        #expect(bench.ours(["-detailed_info", "one.x"]).output.contains("nfat_arch 1\n"))
    }

    @Test func `without 32-bit ARM, -hideARM64 hides nothing`() throws {
        try addExecutables()
        #expect(bench.ours(["-create", "-hideARM64", "arm64.x", "x86_64.x"], output: "fat.x").status == 0)
        #expect(bench.ours(["-detailed_info", "fat.x"]).output.contains("nfat_arch 2\n"))
    }

    @Test func `with -arch, a file of any kind becomes an unaligned slice`() throws {
        try folder.write("some text", to: "text.txt")
        #expect(bench.ours(["-create", "-arch", "x86_64", "text.txt", "armv7.a"], output: "fat.a").status == 0)
        #expect(bench.ours(["fat.a", "-thin", "x86_64"], output: "out.txt").status == 0)
        #expect(try folder.bytes("out.txt") == folder.bytes("text.txt"))
        #expect(bench.ours(["-detailed_info", "fat.a"]).output.contains("offset 48\n    size 9\n    align 2^0 (1)\n"))
        #expect(
            bench.ours(["-info", "-arch", "x86_64", "text.txt"]).output
                == "input file text.txt is not a fat file\nNon-fat file: text.txt is architecture: x86_64\n")
    }

    /// Adds an archive of some megabytes, whose parts two threads copy.
    private func addLarge(_ name: String, _ architecture: String, last: String) throws {
        let corpus = try Corpus.shared.get()
        let member = HandMade.member("first.o", corpus.object(architecture))
        var bytes = HandMade.archiveMagic
        while bytes.count < 3 << 20 { bytes += member }
        try folder.write(bytes + HandMade.member("last.o", corpus.object(last)), to: name)
    }

    @Test func `merging and extracting large files matches llvm-lipo`() throws {
        try addLarge("large7.a", "armv7", last: "armv7")
        try addLarge("large64.a", "arm64", last: "arm64")
        #expect(bench.ours(["-create", "large7.a", "large64.a"], output: "fat.a").status == 0)
        try folder.need(LLVM.tool("lipo"), ["-create", "large7.a", "large64.a", "-output", "theirs.a"])
        #expect(try folder.bytes("fat.a") == folder.bytes("theirs.a"))
        #expect(bench.ours(["fat.a", "-thin", "arm64"], output: "thin.a").status == 0)
        #expect(try folder.bytes("thin.a") == folder.bytes("large64.a"))
    }

    @Test func `a last member of another architecture in a large archive is an error, and no output is left`() throws {
        try addLarge("large7.a", "armv7", last: "arm64")
        try addLarge("large64.a", "arm64", last: "arm64")
        let before = try folder.names()
        let outcome = bench.ours(["-create", "large7.a", "large64.a"], output: "fat.a")
        #expect(
            outcome.errors
                == "lipo: error: `large7.a`: members of different architectures: `first.o` is armv7, `last.o` is arm64\n"
        )
        #expect(outcome.status == 1)
        #expect(try folder.names() == before)
    }

    /// Returns the source of a slice in a sparse file, of which only the header is ever read.
    private func source(_ name: String, _ type: UInt32, _ fileType: UInt32, size: UInt64) throws -> FatSource {
        var file = HandMade.Bytes(.little)
        file.add(words: [0xFEED_FACF, type, 0, fileType, 0, 0, 0, 0])
        try folder.write(file.all, to: name)
        let handle = try FileHandle(forWritingTo: folder.url.appendingPathComponent(name))
        try handle.truncate(atOffset: size)
        try handle.close()
        return try FatSource(thin: ByteView(path: folder.path(name)))
    }

    @Test func `offsets beyond 32 bits make a fat64 file, except for executables`() throws {
        let gigabyte: UInt64 = 1 << 30
        let sizes: [(UInt32, UInt64)] = [
            (7 | 1 << 24, 2 * gigabyte), (255, 2 * gigabyte), (12 | 1 << 24, 3 * gigabyte),
        ]
        let objects = try sizes.map { try source("\($0.0).o", $0.0, 1, size: $0.1) }
        #expect(try !FatLayout(growing: Array(objects.dropLast())).is64Bit)
        #expect(try FatLayout(growing: objects).is64Bit)
        #expect(throws: ObjectFileError.self) { try FatLayout(objects) }
        let programs = try sizes.map { try source("\($0.0).x", $0.0, 2, size: $0.1) }
        let error = try #require(throws: ObjectFileError.self) { try FatLayout(growing: programs) }
        #expect(error.fault == .tooLargeForFat32(architecture: "arm64"))
    }
}
