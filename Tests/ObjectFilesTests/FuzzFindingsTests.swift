@testable import ObjectFiles
import Testing

/// Hand-made files like those for which a reader once took too much memory or time. The fuzzer or the reader's author
/// found the original files.
@Suite(.timeLimit(.minutes(10))) struct FuzzFindingsTests {
    // MARK: WebAssembly

    /// Returns a wasm module with these sections. The contents of a section with id 0 begin with its name.
    private func wasm(_ sections: [(id: UInt8, contents: [UInt8])]) -> ByteView {
        var bytes: [UInt8] = [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0]
        for section in sections { bytes += [section.id] + leb(section.contents.count) + section.contents }
        return ByteView(bytes, name: "a.wasm")
    }

    private func leb(_ number: Int) -> [UInt8] {
        number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7F | 0x80)] + leb(number >> 7)
    }

    /// Returns a symbol table with this number of function symbols, all of which refer to the first import.
    private func symbolTable(_ count: Int) -> [UInt8] {
        let symbols = leb(count) + (0..<count).flatMap { _ in [0, 0x10, 0] as [UInt8] }
        return [8] + leb(symbols.count) + symbols
    }

    private let imports: [UInt8] = [1, 1, 0x6D, 1, 0x66, 0, 0]
    private let linking: [UInt8] = [7] + Array("linking".utf8) + [2]

    @Test func `a table of three-byte symbols reserves no more memory than its symbols need`() throws {
        let file = try WasmFile(wasm([(2, imports), (0, linking + symbolTable(10_000))]))
        let summary = try file.summary()
        #expect(summary.undefinedSymbols.count == 10_000)
        #expect(summary.undefinedSymbols.capacity < 10_100)
        #expect(try file.symbols().capacity < 10_100)
    }

    @Test func `only the first of many symbol tables in one module is read`() throws {
        let tables = (0..<100_000).flatMap { _ in symbolTable(1) }
        #expect(try WasmFile(wasm([(2, imports), (0, linking + tables)])).symbols().count == 1)
    }

    @Test func `a module with too many empty sections is refused`() throws {
        let error = try #require(throws: ObjectFileError.self) {
            try WasmFile(wasm(Array(repeating: (0, [0]), count: 1000)))
        }
        #expect(error.fault == .badField(.sectionCount, value: 205))
        #expect(try WasmFile(wasm(Array(repeating: (0, [0]), count: 16))).sections().count == 16)
    }

    // MARK: Archives

    private func archive(names: String, members: [String]) throws -> Archive {
        let members = members.flatMap { HandMade.member($0, [1, 2]) }
        let table = HandMade.member("//", Array(names.utf8))
        return try Archive(ByteView(HandMade.archiveMagic + table + members, name: "lib.a"))
    }

    @Test func `an offset into the middle of a long name is an error`() throws {
        let names = "a_name_that_is_longer_than_sixteen.o/\nanother_name_of_that_kind.o/\n"
        let read = try archive(names: names, members: ["/0", "/38", "/0"])
        #expect(
            read.members.map(\.name) == [
                "a_name_that_is_longer_than_sixteen.o", "another_name_of_that_kind.o",
                "a_name_that_is_longer_than_sixteen.o",
            ])
        let error = try #require(throws: ObjectFileError.self) { try archive(names: names, members: ["/0", "/2"]) }
        #expect(error.fault == .badField(.memberName, value: 2))
    }

    @Test func `a nested archive that many members share is read once`() throws {
        let count = 20_000
        let inner = HandMade.archiveMagic + (0..<count).flatMap { _ in HandMade.member("a.o/", [1, 2]) }
        let table = HandMade.member("//", Array("inner.a/\n".utf8))
        let outer = (0..<count).flatMap { Array(HandMade.member("/0:\(8 + 62 * $0)", [], size: "2").prefix(60)) }
        let archive = try Archive(ByteView(Array("!<thin>\n".utf8) + table + outer, name: "outer.a"))
        let members = try archive.members(ThinContents { _ in ByteView(inner, name: "inner.a") })
        #expect(members.count == count)
        #expect(members.allSatisfy { $0.name == "a.o" && $0.bytes.count == 2 })
    }

    @Test(arguments: [0, 1])
    func `an archive without its last byte does not become a slice`(lacking: Int) throws {
        let folder = try TestFolder()
        // The contents have an even size, so that the last byte is part of them and not padding.
        let object = HandMade.machO(.little, wide: true, processor: 0x0100_000C) + [0]
        let archive = HandMade.archiveMagic + HandMade.member("a.o", object)
        let path = try folder.write(Array(archive.dropLast(lacking)), to: "a.a")
        let outcome = LipoCommand.run(["-create", path, "-output", folder.path("out")])
        #expect(outcome.status == (lacking == 0 ? 0 : 1))
        #expect(folder.exists("out") == (lacking == 0))
    }

    @Test(arguments: ["", "a\nb", "a\0b", "a/", "__.SYMDEF"])
    func `a name that could not be read back is refused`(name: String) throws {
        let object = HandMade.machO(.little, wide: true)
        let member = NewArchiveMember(name: name, bytes: ByteView(object, name: "a.o"), symbols: [])
        for style: ArchiveStyle in [.darwin(isSorted: true), .gnu, .coff] {
            let error = try #require(throws: ObjectFileError.self) { try ArchiveLayout([member], style: style) }
            #expect(error.fault == .badText(expected: "a name that an archive can hold"))
        }
    }

    @Test(arguments: [true, false])
    func `a symbol with a NUL in its name is left out of the table of contents`(isDarwin: Bool) throws {
        let object = HandMade.machO(.little, wide: true)
        let member = NewArchiveMember(
            name: "a.o", bytes: ByteView(object, name: "a.o"), symbols: ["first", "a\0b", "last"])
        let layout = try ArchiveLayout([member], style: isDarwin ? .darwin(isSorted: true) : .gnu)
        let index = try Archive(ByteView(layout.bytes(), name: "lib.a")).index()
        #expect(index?.map(\.symbol) == ["first", "last"])
    }

    // MARK: Overlapping sections

    /// Returns an x86-64 object with code and `count` further sections, which share contents that repeat one byte.
    private func elf(_ count: Int, type: UInt32, name: String, filling: UInt8) -> ByteView {
        var file = HandMade.Bytes(.little)
        let (start, size) = (64 + 64 * (count + 3), 24 * count)
        file.all = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + [UInt8](repeating: 0, count: 8)
        for half: UInt16 in [1, 62] { file.add(half) }
        file.add(1 as UInt32)
        for offset: UInt64 in [0, 0, 64] { file.add(offset) }
        file.add(0 as UInt32)
        for half: UInt16 in [64, 0, 0, 64, UInt16(count + 3), UInt16(count + 2)] { file.add(half) }
        addSection(&file, name: 0, type: 0, flags: 0, offset: 0, size: 0)
        addSection(&file, name: 0, type: 1, flags: 6, offset: 0, size: 0)
        for _ in 0..<count { addSection(&file, name: 1, type: type, flags: 0, offset: start, size: size) }
        // The reader accepts this many sections of one name only with a name table of at least this size.
        addSection(&file, name: 0, type: 3, flags: 0, offset: start + size, size: name.utf8.count + 2 + count)
        file.all += [UInt8](repeating: filling, count: size)
        return ByteView(file.all + [0] + Array(name.utf8) + [UInt8](repeating: 0, count: count + 1), name: "a.o")
    }

    private func addSection(
        _ file: inout HandMade.Bytes, name: UInt32, type: UInt32, flags: UInt64, offset: Int, size: Int
    ) {
        file.add(words: [name, type])
        for word in [flags, 0, UInt64(offset), UInt64(size)] { file.add(word) }
        file.add(words: [0, 1])
        for word: UInt64 in [1, 24] { file.add(word) }
    }

    @Test func `overlapping relocations are refused`() throws {
        let error = try #require(throws: ObjectFileError.self) {
            try ELFFile(elf(20_000, type: 4, name: ".rela.text", filling: 0xFF)).positionIndependence()
        }
        // The fourth repetition would exceed the size of the file.
        #expect(error.fault == .tooLarge(4 * 24 * 20_000))
        let single = elf(1, type: 4, name: ".rela.text", filling: 0xFF)
        #expect(try ELFFile(single).positionIndependence() == .independent)
    }

    @Test func `relocations that many Mach-O sections share are refused`() throws {
        let (count, size) = (5000, 32 + 72 + 80 * 5000)
        var file = HandMade.Bytes(.little)
        file.add(words: [0xFEED_FACF, 0x0100_000C, 0, 1, 1, UInt32(size - 32), 0, 0, 0x19, UInt32(size - 32)])
        file.add(text: "", size: 16)
        for _ in 0..<4 { file.add(0 as UInt64) }
        file.add(words: [7, 7, UInt32(count), 0])
        for _ in 0..<count {
            file.add(text: "__text", size: 16)
            file.add(text: "__TEXT", size: 16)
            for _ in 0..<2 { file.add(0 as UInt64) }
            file.add(words: [0, 0, UInt32(size), UInt32(count), 0, 0, 0, 0])
        }
        file.all += [UInt8](repeating: 0xFF, count: 8 * count)
        let error = try #require(throws: ObjectFileError.self) {
            try MachOFile(ByteView(file.all, name: "a.o")).positionIndependence()
        }
        // With the twelfth section, there are more relocations than fit into the file.
        #expect(error.fault == .tooLarge(12 * 5000))
    }

    @Test func `overlapping debug information is searched once`() throws {
        let slices = try AuditedSlice.all(
            in: elf(20_000, type: 1, name: ".debug_str", filling: 0x2F), thin: nil, BuildPathSearch(), prefixes: [])
        let object = try #require(slices[0].objects.first)
        #expect(object.summary.hasDebugInformation)
        #expect(object.buildPaths.isEmpty)
    }

    // MARK: Text stubs

    private func stub(_ words: [String], head: String = "install-name: /usr/lib/libx.dylib\n") -> String {
        "--- !tapi-tbd\ntbd-version: 4\ntargets: [ arm64-macos ]\n\(head)exports:\n  - targets: [ arm64-macos ]\n"
            + "    symbols: [ \(words.joined(separator: ",")) ]\n...\n"
    }

    /// Links a library with a stub and requires these symbols; returns the linker's outcome.
    private func link(_ stub: String, requiring names: [String]) throws -> ToolOutcome {
        let folder = try TestFolder()
        try folder.write(stub, to: "x.tbd")
        let line = ["-arch", "arm64", "-platform_version", "macos", "11.0", "11.0", "-dylib", "-o", folder.path("out")]
        return ProbeCommand.run(line + [folder.path("x.tbd")] + names.flatMap { ["-u", $0] })
    }

    @Test func `a word is found in a stub that repeats another word many times`() throws {
        let stub = stub(Array(repeating: "_a", count: 200_000) + ["_b"])
        #expect(try link(stub, requiring: ["_a", "_b"]).status == 0)
        #expect(try link(stub, requiring: ["_c"]).status == 1)
    }

    @Test func `words with colliding hashes are found`() throws {
        // Words whose FNV-1a hashes have the same lowest bits, which choose the slot.
        let colliding = (0..<40_000).lazy.map { "_w\($0)" }.filter { word in
            word.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 } & 0xFF == 0
        }
        let words = Array(colliding.prefix(100))
        try #require(words.count == 100)
        #expect(try link(stub(words), requiring: words).errors.isEmpty)
        #expect(try link(stub(Array(words.dropLast())), requiring: [words[99]]).status == 1)
    }

    @Test(arguments: [
        "--- !tapi-tbd\ntbd-version: 4\n", "--- !tapi-tbd\n---\n---\n",
        #"{ "tapi_tbd_version": 5, "main_library": {} }"#,
    ])
    func `a stub without an install name is refused`(text: String) {
        #expect(throws: ObjectFileError.self) { try TextStub(ByteView(Array(text.utf8), name: "x.tbd")) }
    }

    @Test func `the symbols of a stub always have the same order`() throws {
        let text = """
            --- !tapi-tbd
            tbd-version: 4
            targets: [ arm64-macos ]
            install-name: /usr/lib/libx.dylib
            exports:
              - targets: [ arm64-macos ]
                objc-ivars: [ C.i ]
                weak-symbols: [ _w ]
                thread-local-symbols: [ _t ]
                symbols: [ _a ]
            ...
            """
        let symbols = try TextStub(ByteView(Array(text.utf8), name: "x.tbd")).symbols(for: "arm64-macos")
        #expect(symbols == ["_a", "_w", "_t", "_OBJC_IVAR_$_C.i"])
    }
}
