import Foundation
import ObjectFiles
import TestSupport
import Testing

/// Cases without a counterpart in llvm-lipo: files' modes, flags that llvm-lipo lacks, messages.
@Suite(.tags(.process)) struct LipoCommandTests {
    private let corpus: Corpus
    private let folder: TestFolder

    init() throws {
        corpus = try Corpus.shared.get()
        folder = try TestFolder()
        for row in Corpus.appleRows {
            try folder.write(corpus.object(row.architecture), to: "\(row.architecture).o")
            try folder.write(corpus.archive(row.architecture), to: "\(row.architecture).a")
        }
    }

    /// Runs a call in which words with a dot are files of the folder; paths in messages become `DIR/…`.
    private func lipo(_ words: String...) -> ToolOutcome {
        var outcome = LipoCommand.run(words.map { $0.contains(".") ? folder.path($0) : $0 })
        outcome.output = outcome.output.replacingOccurrences(of: folder.url.path, with: "DIR")
        outcome.errors = outcome.errors.replacingOccurrences(of: folder.url.path, with: "DIR")
        return outcome
    }

    private func architectures(_ name: String) throws -> [String] {
        try FatFile(ByteView(folder.bytes(name), name: name)).slices.map(\.architecture.name)
    }

    private func makeFatArchive() {
        #expect(
            lipo("-create", "armv7.a", "armv7s.a", "i386.a", "x86_64.a", "arm64.a", "-output", "fat.a").status == 0)
    }

    @Test func `-info lists the architectures in slice order with a trailing space`() throws {
        makeFatArchive()
        #expect(
            lipo("-info", "fat.a").output
                == "Architectures in the fat file: DIR/fat.a are: armv7 armv7s i386 x86_64 arm64 \n")
    }

    @Test func `-detailed_info shows each slice`() throws {
        #expect(lipo("-create", "armv7.a", "arm64e.a", "-output", "fat.a").status == 0)
        let size = corpus.archive("armv7").count
        let offset = (48 + size + 7) / 8 * 8
        #expect(
            lipo("-detailed_info", "fat.a", "arm64.o").output == """
                Fat header in: DIR/fat.a
                fat_magic 0xcafebabe
                nfat_arch 2
                architecture armv7
                    cputype CPU_TYPE_ARM
                    cpusubtype CPU_SUBTYPE_ARM_V7
                    capabilities 0x0
                    offset 48
                    size \(size)
                    align 2^2 (4)
                architecture arm64e
                    cputype CPU_TYPE_ARM64
                    cpusubtype CPU_SUBTYPE_ARM64E
                    capabilities PTR_AUTH_VERSION USERSPACE 0
                    offset \(offset)
                    size \(corpus.archive("arm64e").count)
                    align 2^3 (8)
                input file DIR/arm64.o is not a fat file
                Non-fat file: DIR/arm64.o is architecture: arm64

                """)
    }

    @Test func `slices of a fat archive are extracted unchanged`() throws {
        makeFatArchive()
        #expect(lipo("fat.a", "-thin", "armv7s", "-output", "thin.a").status == 0)
        #expect(try folder.bytes("thin.a") == corpus.archive("armv7s"))
        #expect(lipo("fat.a", "-extract", "arm64", "-extract", "armv7", "-output", "two.a").status == 0)
        #expect(try architectures("two.a") == ["armv7", "arm64"])
        #expect(lipo("fat.a", "-extract_family", "armv7", "-output", "family.a").status == 0)
        #expect(try architectures("family.a") == ["armv7", "armv7s"])
        #expect(lipo("two.a", "-extract", "arm64", "-fat64", "-output", "wide.a").status == 0)
        #expect(try FatFile(ByteView(folder.bytes("wide.a"), name: "wide.a")).is64Bit)
    }

    @Test func `removing slices leaves the others`() throws {
        makeFatArchive()
        #expect(lipo("fat.a", "-remove", "i386", "-remove", "x86_64", "-output", "device.a").status == 0)
        #expect(try architectures("device.a") == ["armv7", "armv7s", "arm64"])
        #expect(lipo("fat.a", "-remove", "armv7k", "-output", "none.a").status == 1)
        #expect(!folder.exists("none.a"))
    }

    @Test func `a slice of an archive is replaced`() throws {
        makeFatArchive()
        try folder.write(corpus.archive("arm64") + HandMade.member("c.o", corpus.object("arm64")), to: "new.a")
        #expect(lipo("fat.a", "-replace", "arm64", "new.a", "-output", "fat.a").status == 0)
        #expect(lipo("fat.a", "-thin", "arm64", "-output", "thin.a").status == 0)
        #expect(try folder.bytes("thin.a") == folder.bytes("new.a"))
    }

    @Test func `the output may be an input, and no other file is left`() throws {
        let before = try folder.names()
        #expect(lipo("-create", "armv7.a", "arm64.a", "-output", "armv7.a").status == 0)
        #expect(try architectures("armv7.a") == ["armv7", "arm64"])
        #expect(lipo("armv7.a", "-thin", "armv7", "-output", "armv7.a").status == 0)
        #expect(try folder.bytes("armv7.a") == corpus.archive("armv7"))
        #expect(try folder.names() == before)
    }

    @Test func `an output that is a device is written in place`() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path("null.out"), withDestinationPath: "/dev/null")
        #expect(lipo("-create", "armv7.a", "arm64.a", "-output", "null.out").status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("null.out")) == "/dev/null")
        #expect(lipo("-create", "armv7.a", "arm64.a", "-output", ".").errors.contains("is a directory"))
    }

    @Test func `a failed call leaves the output unchanged`() throws {
        try folder.write("precious", to: "out.a")
        let before = try folder.names()
        #expect(lipo("-create", "armv7.a", "armv7.o", "-output", "out.a").status == 1)
        #expect(try folder.bytes("out.a") == Array("precious".utf8))
        #expect(lipo("-create", "armv7.a", "-output", "nowhere/out.a").status == 1)
        #expect(try folder.names() == before)
    }

    struct Message: CustomTestStringConvertible, Sendable {
        var words: [String]
        var message: String
        var testDescription: String { words.joined(separator: " ") }

        init(_ words: String, _ message: String) {
            self.words = words.split(separator: " ").map(String.init)
            self.message = message
        }
    }

    static let messages = [
        Message(
            "-create armv7.o armv7.a -output out.a",
            """
            `DIR/armv7.a`: `DIR/armv7.o` and `DIR/armv7.a` have the same architecture armv7 and cannot be in one fat file
            """),
        Message("-create armv7.o", "`-create` needs `-output FILE`"),
        Message("-create -output out.a", "no input files"),
        Message(
            "armv7.o",
            "no operation\nhint: one of -create -info -detailed_info -archs -verify_arch -thin -extract -remove -replace"
        ),
        Message("armv7.o -thin armv7 -info", "`-thin` needs `-output FILE`"),
        Message("armv7.o -thin armv7 -info -output out.a", "only one operation at a time, not `-thin` and `-info`"),
        Message("armv7.o -frobnicate", "unknown flag `-frobnicate`"),
        Message("armv7.o -thin", "`-thin` needs an operand"),
        Message("armv7.o -thin armv7 -output out.a", "`DIR/armv7.o` is not a fat file, which `-thin` needs"),
        Message("-create -arch arm64 armv7.o -output out.a", "`DIR/armv7.o` is armv7, but `-arch` names arm64"),
        Message("-archs armv7.o arm64.o", "`-archs` takes one input file, not 2"),
        Message(
            "-create armv7.o -segalign armv7 3 -output out.a",
            "`-segalign armv7 3`: not a power of two of at most 8000, in hexadecimal"),
        Message(
            "-create armv7.o -segalign arm64 8 -output out.a",
            "`DIR/out.a` does not contain arm64, which `-segalign` names"),
        Message(
            "-create armv7.o -arch_blank armv7s -output out.a",
            "`-arch_blank` is no longer supported, also by Apple's lipo"),
        Message(
            "armv7.o -info -hideARM64", "`-hideARM64` goes with `-create`, `-remove` and `-replace`, not with `-info`"),
        Message(
            "-create armv7.o -hideARM64 -output out.a",
            "`-hideARM64` is for executables, which armv7 of `DIR/armv7.o` is not"),
        Message(
            "armv7.o -verify_arch armv7 -info",
            "unknown architecture `-info` after `-verify_arch`\n"
                + "hint: for example arm64 arm64e arm64_32 armv7 armv7k armv7s i386 x86_64 x86_64h; `lipo -help` lists all"
        ),
        Message(
            "-info ./text.txt",
            "`DIR/./text.txt`: not an object, an archive or a fat file\n"
                + "hint: name the architecture with `-arch ARCH FILE`"),
        Message(
            "-archs mixed.a",
            "`DIR/mixed.a`: members of different architectures: `a.o` is armv7, `b.o` is arm64"),
        Message("-archs elf.a", "`DIR/elf.a(a.o)`: an object (elf) is not supported here"),
        Message("fat.o -extract i386 -output out.a", "`DIR/fat.o` does not contain i386, which `-extract` names"),
        Message(
            "fat.o -extract_family i386 -output out.a",
            "`DIR/fat.o` does not contain i386, which `-extract_family` names"),
        Message("fat.o -extract armv7 -extract armv7 -output out.a", "`-extract armv7` given twice"),
        Message("fat.o -remove armv7 -remove arm64 -output out.a", "no slice of `DIR/fat.o` would be left"),
        Message("fat.o -replace armv7 arm64.o -output out.a", "`DIR/arm64.o` is arm64, but `-replace` names armv7"),
        Message("fat.o -replace armv7 fat.o -output out.a", "`DIR/fat.o` is a fat file: a replacement must be thin"),
        Message(
            "-create -arch armv7 fat.o -output out.a", "`DIR/fat.o` is a fat file: `-arch` needs a thin one"),
        Message(
            "-create armv7.o -segalign armv7 8 -segalign armv7 8 -output out.a", "`-segalign armv7` given twice"),
        Message("-info nowhere.o", "cannot open `DIR/nowhere.o`: no such file or directory"),
        Message("-info .", "cannot read `DIR/.`: is a directory"),
    ]

    @Test(arguments: messages)
    func `a wrong call fails with its message and writes no file`(row: Message) throws {
        try addOddities()
        let words = row.words.map { $0.contains(".") ? folder.path($0) : $0 }
        let outcome = LipoCommand.run(words)
        let errors = outcome.errors.replacingOccurrences(of: folder.url.path, with: "DIR")
        #expect(errors == "lipo: error: \(row.message)\n")
        #expect(outcome.status == 1)
        #expect(!folder.exists("out.a"))
    }

    private func addOddities() throws {
        #expect(lipo("-create", "armv7.o", "arm64.o", "-output", "fat.o").status == 0)
        try folder.write("text\n", to: "text.txt")
        try folder.write(
            HandMade.archiveMagic + HandMade.member("a.o", corpus.object("armv7"))
                + HandMade.member("b.o", corpus.object("arm64")), to: "mixed.a")
        let elf = try #require(corpus.objects["x86_64-unknown-linux-gnu"])
        try folder.write(HandMade.archiveMagic + HandMade.member("a.o", elf), to: "elf.a")
    }

    @Test func `clang with several -arch makes a fat object with xbuild's lipo`() throws {
        let tools = try TestFolder()
        let program = try #require(BuiltProgram.path("lipo"))
        try FileManager.default.createSymbolicLink(atPath: tools.path("lipo"), withDestinationPath: program)
        let path = tools.url.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        try folder.write("int f(void) { return 0; }\n", to: "f.c")
        let result = try folder.run(
            "clang",
            [
                "-target", "arm64-apple-ios9.0", "-arch", "armv7", "-arch", "arm64", "-ffreestanding", "-nostdinc",
                "-c",
                "f.c", "-o", "f.o",
            ], environment: ["PATH": path])
        #expect(result.status == 0, "\(result.err)")
        #expect(try architectures("f.o") == ["armv7", "arm64"])
    }

    @Test func `the lipo program has the exit statuses and messages of LipoCommand`() throws {
        let program = try #require(BuiltProgram.path("lipo"))
        let info = try folder.run(program, "-archs", "arm64.o")
        #expect(info.out == "arm64\n")
        #expect(info.status == 0)
        let wrong = try folder.run(program, "-archs")
        #expect(wrong.err == "lipo: error: no input files\n")
        #expect(wrong.status == 1)
        #expect(try folder.run(program, "arm64.o", "-verify_arch", "armv7").status == 1)
    }
}

/// A program of this package, built beside the tests.
enum BuiltProgram {
    static func path(_ name: String) -> String? {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        var folder = tests.deletingLastPathComponent()
        // On macOS the tests are inside a bundle.
        for _ in 0..<4 {
            let path = folder.appendingPathComponent(name).path
            if FileManager.default.isExecutableFile(atPath: path) { return path }
            folder.deleteLastPathComponent()
        }
        return nil
    }
}
