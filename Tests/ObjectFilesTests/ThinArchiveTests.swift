import ObjectFiles
import TestSupport
import Testing

/// Thin archives: only the `ThinContents` that the caller passes reads the members' files.
@Suite(.tags(.process)) struct ThinArchiveTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func makeObjects() throws {
        try folder.run("mkdir", "sub")
        for (index, name) in ["a.o", "sub/a_name_that_is_longer_than_sixteen_bytes.o"].enumerated() {
            try folder.write("int symbol\(index)(void) { return \(index); }\n", to: "a.c")
            try folder.need("clang", ["--target=x86_64-unknown-linux-gnu", "-ffreestanding", "-c", "a.c", "-o", name])
        }
    }

    private static let names = ["a.o", "sub/a_name_that_is_longer_than_sixteen_bytes.o"]

    private func archive(_ name: String = "lib.a") throws -> Archive {
        try Archive(ByteView(path: folder.path(name)))
    }

    private var beside: ThinContents { .beside(folder.path("lib.a")) }

    @Test(arguments: ["ar", "llvm-ar-22"])
    func `members are the files that GNU's or LLVM's ar named`(tool: String) throws {
        try makeObjects()
        try folder.need(tool, (tool == "ar" ? ["rcT"] : ["rc", "--thin"]) + ["lib.a"] + Self.names)
        let archive = try archive()
        #expect(archive.flavor == .thin)
        #expect(archive.members.map(\.bytes.count) == [0, 0])
        #expect(archive.members.map { $0.elsewhere?.path } == Self.names)
        let members = try archive.members(beside)
        #expect(members.map(\.name) == Self.names)
        for (member, name) in zip(members, Self.names) { #expect(try member.bytes.bytes() == folder.bytes(name)) }
        #expect(try members[1].object().summary().definedSymbols == ["symbol1"])
        let inventory = try ObjectInventory(ByteView(path: folder.path("lib.a")), thin: beside)
        #expect(inventory.slices.map { $0.units.count } == [2])
    }

    @Test func `members of an archive inside a thin archive are found`() throws {
        try makeObjects()
        try folder.need("ar", ["rc", "inner.a"] + Self.names)
        try folder.need("cp", ["a.o", "b.o"])
        try folder.need("ar", ["rcT", "lib.a", "inner.a", "b.o"])
        let members = try archive().members(beside)
        #expect(members.map(\.name) == ["a.o", "a_name_that_is_longer_than_sixteen_bytes.o", "b.o"])
        #expect(
            try members.map { try $0.object().summary().definedSymbols } == [["symbol0"], ["symbol1"], ["symbol0"]])
        #expect(try members[1].bytes.bytes() == folder.bytes(Self.names[1]))
    }

    @Test func `a changed file and a missing file are reported`() throws {
        try makeObjects()
        try folder.need(LLVM.tool("ar"), ["rc", "--thin", "lib.a", "a.o"])
        let size = try folder.bytes("a.o").count
        try folder.write(try folder.bytes("a.o") + [0], to: "a.o")
        let error = #expect(throws: ObjectFileError.self) { _ = try archive().members(beside) }
        #expect(error?.fault == .memberChanged(path: "a.o", stated: size, found: size + 1))
        try folder.run("rm", "a.o")
        let gone = #expect(throws: ObjectFileError.self) { _ = try archive().members(beside) }
        #expect(gone?.fault == .system(.open, code: 2))
    }

    @Test func `without ThinContents, the inventory of a thin archive is an error`() throws {
        try makeObjects()
        try folder.need(LLVM.tool("ar"), ["rc", "--thin", "lib.a", "a.o"])
        let error = #expect(throws: ObjectFileError.self) {
            _ = try ObjectInventory(ByteView(path: folder.path("lib.a")))
        }
        #expect(error?.fault == .unexpectedFormat("a thin archive"))
    }

    @Test func `ThinContents provides all contents, by the paths that the archive records`() throws {
        try makeObjects()
        try folder.need(LLVM.tool("ar"), ["rc", "--thin", "lib.a"] + Self.names)
        let bytes = try Self.names.map { try folder.bytes($0) }
        let contents = ThinContents { path throws(ObjectFileError) in
            ByteView(path == "a.o" ? bytes[0] : bytes[1], name: path)
        }
        let thin = try archive()
        try folder.run("rm", "-rf", "a.o", "sub")
        #expect(try thin.members(contents).map { $0.bytes.bytes() } == bytes)
    }
}
