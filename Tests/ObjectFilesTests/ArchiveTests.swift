import ObjectFiles
import TestSupport
import Testing

/// Compares archives of every convention with llvm-ar and llvm-nm.
@Suite(.tags(.process)) struct ArchiveTests {
    private let corpus: Corpus
    private let folder: TestFolder

    init() throws {
        corpus = try Corpus.shared.get()
        folder = try TestFolder()
    }

    private func archive(_ bytes: [UInt8]) throws -> Archive { try Archive(ByteView(bytes, name: "lib.a")) }

    /// Makes objects of odd and even sizes, with short names, long names and a name with spaces.
    private func makeMembers(_ triple: String) throws -> [String] {
        let names = ["a.o", "a name with spaces.o", "a_name_that_is_longer_than_sixteen_bytes.o", "exactly16bytes.o"]
        for (index, name) in names.enumerated() {
            let source = "int symbol\(index)(void) { return \(index); } int data\(index);\n"
            try folder.write(source, to: "a.c")
            try folder.need(
                "clang", ["--target=\(triple)", "-ffreestanding", "-nostdinc", "-c", "a.c", "-o", name])
        }
        return names
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var format: String
        var triple: String
        var flavor: Archive.Flavor
        var testDescription: String { format }
    }

    static let rows = [
        Row(format: "darwin", triple: "arm64-apple-macos11.0", flavor: .bsd),
        Row(format: "bsd", triple: "arm64-apple-macos11.0", flavor: .bsd),
        Row(format: "gnu", triple: "x86_64-unknown-linux-gnu", flavor: .gnu),
        Row(format: "coff", triple: "x86_64-pc-windows-msvc", flavor: .gnu),
    ]

    @Test(arguments: rows)
    func `names, sizes and contents match llvm-ar`(row: Row) throws {
        let names = try makeMembers(row.triple)
        try folder.need(LLVM.tool("ar"), ["--format=\(row.format)", "rcsD", "lib.a"] + names)
        let archive = try archive(folder.bytes("lib.a"))
        let listed = try folder.need(LLVM.tool("ar"), ["tO", "lib.a"])
        let found = archive.members.map { "\($0.name) 0x\(String($0.offset, radix: 16))\n" }.joined()
        #expect(found == listed)
        #expect(archive.members.map(\.name) == names)
        #expect(archive.flavor == row.flavor)
        for member in archive.members {
            let original = try folder.bytes(member.name)
            // Darwin's archives pad members to 8 bytes.
            #expect(Array(member.bytes.bytes().prefix(original.count)) == original)
            #expect(member.mode == 0o644)
        }
    }

    @Test(arguments: rows)
    func `the table of contents matches llvm-nm`(row: Row) throws {
        let names = try makeMembers(row.triple)
        try folder.need(LLVM.tool("ar"), ["--format=\(row.format)", "rcsD", "lib.a"] + names)
        let archive = try archive(folder.bytes("lib.a"))
        let index = try #require(try archive.index())
        let byOffset = Dictionary(uniqueKeysWithValues: archive.members.map { ($0.headerOffset, $0.name) })
        let found = index.map { "\($0.symbol) in \(byOffset[$0.memberOffset] ?? "nowhere")" }
        let listed = try folder.need(LLVM.tool("nm"), ["--print-armap", "lib.a"]).split(separator: "\n")
            .filter { $0.contains(" in ") }.map(String.init)
        #expect(listed.count >= 8)
        #expect(found.sorted() == listed.sorted())
    }

    @Test func `an archive without a table of contents has no index`() throws {
        let names = try makeMembers("arm64-apple-macos11.0")
        try folder.need(LLVM.tool("ar"), ["--format=darwin", "rcSD", "lib.a"] + names)
        #expect(try archive(folder.bytes("lib.a")).index() == nil)
    }

    @Test(arguments: ["__.SYMDEF_64", "/SYM64/"])
    func `a 64-bit table reads like a 32-bit one`(name: String) throws {
        let isGNU = name.hasPrefix("/")
        var table = HandMade.Bytes(isGNU ? .big : .little)
        let tableSize = isGNU ? 22 : 38
        let memberOffset = UInt64(68 + tableSize)
        let numbers: [UInt64] = isGNU ? [1, memberOffset] : [16, 0, memberOffset, 6]
        for number in numbers { table.add(number) }
        table.all += Array("_main\0".utf8)
        let bytes = HandMade.archiveMagic + HandMade.member(name, table.all) + HandMade.member("a.o", [1, 2])
        let archive = try archive(bytes)
        #expect(try archive.index()?.map(\.symbol) == ["_main"])
        #expect(try archive.index()?.map(\.memberOffset) == [Int(memberOffset)])
        #expect(archive.members.map(\.headerOffset) == [Int(memberOffset)])
    }

    @Test func `members with the same name are all read`() throws {
        let object = corpus.object("arm64")
        let bytes = HandMade.archiveMagic + HandMade.member("a.o", object) + HandMade.member("a.o", [1])
        let archive = try archive(bytes)
        #expect(archive.members.map(\.name) == ["a.o", "a.o"])
        #expect(archive.members.map(\.bytes.count) == [object.count, 1])
    }

    @Test func `the last member's padding byte may be missing or doubled`() throws {
        let odd = HandMade.archiveMagic + HandMade.member("a.o", [1, 2, 3])
        #expect(try archive(Array(odd.dropLast())).members.map(\.bytes.count) == [3])
        #expect(try archive(odd + [0x0A]).members.map(\.bytes.count) == [3])
    }

    @Test func `a thin archive lists its members without their contents`() throws {
        try folder.write(corpus.objects["x86_64-unknown-linux-gnu"] ?? [], to: "a.o")
        try folder.need(LLVM.tool("ar"), ["rcsD", "--thin", "lib.a", "a.o"])
        let archive = try archive(folder.bytes("lib.a"))
        #expect(archive.flavor == .thin)
        #expect(archive.members.map(\.name) == ["a.o"])
        #expect(archive.members.allSatisfy { $0.bytes.isEmpty })
        #expect(try archive.index()?.contains { $0.symbol == "entry" } == true)
    }

    @Test(arguments: Corpus.appleRows)
    func `an archive has its members' architecture`(row: Corpus.Row) throws {
        #expect(try archive(corpus.archive(row.architecture)).machOArchitecture().name == row.architecture)
    }

    @Test func `members of different architectures are an error that names two of them`() throws {
        let bytes =
            HandMade.archiveMagic + HandMade.member("first.o", corpus.object("armv7"))
            + HandMade.member("same.o", corpus.object("armv7")) + HandMade.member("other.o", corpus.object("armv7s"))
        let error = try #require(throws: ObjectFileError.self) { try archive(bytes).machOArchitecture() }
        #expect(
            error.description
                == "`lib.a`: members of different architectures: `first.o` is armv7, `other.o` is armv7s")
    }

    @Test func `an archive without objects has no architecture`() throws {
        let empty = try #require(throws: ObjectFileError.self) {
            try archive(HandMade.archiveMagic).machOArchitecture()
        }
        #expect(empty.description == "`lib.a`: an archive without objects has no architecture")
        let text = try #require(throws: ObjectFileError.self) {
            try archive(HandMade.archiveMagic + HandMade.member("notes.txt", Array("hello".utf8))).machOArchitecture()
        }
        #expect(text.description == "`lib.a`: an archive without objects has no architecture")
    }

    struct Broken: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var bytes: [UInt8]
        var message: String
    }

    static let broken = [
        Broken(
            testDescription: "a header cut short", bytes: HandMade.archiveMagic + Array("a.o             0".utf8),
            message: "`lib.a`: truncated: 60 bytes needed, 17 left, at offset 8"),
        Broken(
            testDescription: "a member that extends past the end",
            bytes: HandMade.archiveMagic + HandMade.member("a.o", [1, 2], size: "100"),
            message: "`lib.a`: truncated: 100 bytes needed, 2 left, at offset 68"),
        Broken(
            testDescription: "a size that is not a number",
            bytes: HandMade.archiveMagic + HandMade.member("a.o", [1, 2], size: "-2"),
            message: "`lib.a`: bad archive member size: 0, at offset 56"),
        Broken(
            testDescription: "a name longer than its member",
            bytes: HandMade.archiveMagic + HandMade.member("#1/20", [1, 2]),
            message: "`lib.a`: bad archive member name: 20, at offset 8"),
        Broken(
            testDescription: "a name in a missing table",
            bytes: HandMade.archiveMagic + HandMade.member("/7", [1, 2]),
            message: "`lib.a`: bad archive member name: 7, at offset 8"),
        Broken(
            testDescription: "a name longer than any path",
            bytes: HandMade.archiveMagic + HandMade.member("//", [UInt8](repeating: 0x61, count: 5000))
                + HandMade.member("/0", [1, 2]),
            message: "`lib.a`: bad archive member name: 0, at offset 5068"),
        Broken(
            testDescription: "a header without its end mark",
            bytes: HandMade.archiveMagic + [UInt8](repeating: 0x20, count: 60),
            message: "`lib.a`: bad archive member header: 32, at offset 66"),
    ]

    @Test(arguments: broken)
    func `a broken archive is an error with the offset`(broken: Broken) throws {
        let error = try #require(throws: ObjectFileError.self) { try archive(broken.bytes) }
        #expect(error.description == broken.message)
    }
}
