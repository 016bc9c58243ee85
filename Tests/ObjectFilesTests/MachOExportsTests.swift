import ObjectFiles
import TestSupport
import Testing

@Suite(.tags(.process)) struct MachOExportsTests {
    private func library(stripped: Bool) throws -> (file: MachOFile, told: [String]) {
        let folder = try TestFolder()
        let names = (0..<40).map { "function\($0)" } + ["fun", "f", "other"]
        try folder.write(names.map { "int \($0)(void) { return 1; }\n" }.joined(), to: "a.c")
        try folder.need(
            "clang", ["--target=arm64-apple-macos12.0", "-ffreestanding", "-nostdinc", "-c", "a.c", "-o", "a.o"])
        try folder.need(
            "ld64.lld-19",
            [
                "-dylib", "-arch", "arm64", "-platform_version", "macos", "12.0", "12.0", "-o", "liba.dylib", "a.o",
                "-install_name", "liba.dylib",
            ] + (stripped ? ["-S", "-x"] : []))
        let told = try folder.need(LLVM.tool("objdump"), ["--macho", "--exports-trie", "liba.dylib"])
        let listed = told.split(separator: "\n").filter { $0.hasPrefix("0x") }.compactMap {
            $0.split(separator: " ").last
        }
        return (
            try MachOFile(ByteView(folder.bytes("liba.dylib"), name: "liba.dylib")), listed.map(String.init).sorted()
        )
    }

    @Test(arguments: [false, true])
    func `exports match llvm-objdump`(stripped: Bool) throws {
        let (file, told) = try library(stripped: stripped)
        #expect(told.count == 43)
        #expect(try file.exports()?.sorted() == told)
        #expect(try Set(file.summary().definedSymbols) == Set(told))
        #expect(try file.summary().positionIndependence == .independent)
    }

    @Test func `a library without a symbol table still lists its exports`() throws {
        let (file, told) = try library(stripped: true)
        var bytes = file.bytes.bytes()
        let command = try #require(file.commands.first { $0.kind == .symbolTable })
        let offset = command.bytes.fileOffset
        // Replaces the symbol table's command by an unknown command of the same size.
        bytes.replaceSubrange(offset..<(offset + 4), with: [0x7F, 0, 0, 0])
        let changed = try MachOFile(ByteView(bytes, name: "liba.dylib"))
        #expect(try changed.symbols() == [])
        #expect(try changed.summary().definedSymbols.sorted() == told)
    }

    @Test func `an object has no exports`() throws {
        #expect(try MachOFile(ByteView(HandMade.machO(.little, wide: true), name: "a.o")).exports() == nil)
    }

    @Test(arguments: [
        ([0, 1, 0x61, 0, 0], ObjectFileFault.badField(.trieNode, value: 0)),
        ([0, 2, 0x61, 0, 8, 0x62, 0, 8, 1, 0, 0], .badField(.trieNode, value: 8)),
        ([0, 1, 0x61, 0, 90], .pastEnd(needed: 1, available: 0)), ([5, 0], .pastEnd(needed: 5, available: 1)),
        ([0, 1, 0x61], .unterminatedText),
    ])
    func `export tries that have a cycle or leave the file are refused`(trie: [UInt8], expected: ObjectFileFault) throws
    {
        var file = HandMade.Bytes(.little)
        file.add(words: [0xFEED_FACF, 0x0100_000C, 0, 6, 1, 16, 0, 0])
        file.add(words: [0x8000_0033, 16, 48, UInt32(trie.count)])
        let view = ByteView(file.all + trie, name: "liba.dylib")
        let error = #expect(throws: ObjectFileError.self) { _ = try MachOFile(view).exports() }
        #expect(error?.fault == expected)
    }
}
