import ObjectFiles
import TestSupport
import Testing

/// Windows objects with many sections, and import objects.
@Suite(.tags(.process)) struct COFFTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func object(_ name: String) throws -> ObjectFile {
        try ObjectFile(ByteView(folder.bytes(name), name: name))
    }

    @Test func `an object with more than 65535 sections is read like a small one`() throws {
        let count = 66_000
        let functions = (0..<count).map { ".section .text$f\($0),\"xr\"\n.globl f\($0)\nf\($0): ret\n" }
        try folder.write(functions.joined(), to: "a.s")
        try folder.need("clang", ["--target=x86_64-pc-windows-msvc", "-c", "a.s", "-o", "a.o"])
        let object = try object("a.o")
        #expect(try folder.bytes("a.o").prefix(6) == [0, 0, 0xFF, 0xFF, 2, 0])
        #expect(try object.sections().count == count + 3)
        #expect(try object.summary().definedSymbols.count == count)
        #expect(try object.summary().architecture == "x86_64")
        var changed = try folder.bytes("a.o")
        changed[12] ^= 1
        let error = #expect(throws: ObjectFileError.self) { _ = try ObjectFile(ByteView(changed, name: "a.o")) }
        #expect(error?.fault == .unexpectedFormat("an object without machine code"))
    }

    @Test func `members of import libraries match llvm-readobj`() throws {
        try folder.write("LIBRARY foo.dll\nEXPORTS\n  func\n  var DATA\n", to: "foo.def")
        try folder.need(LLVM.tool("dlltool"), ["-m", "i386:x86-64", "-d", "foo.def", "-l", "foo.lib"])
        let told = try folder.need(LLVM.tool("readobj"), ["foo.lib"])
        let files = try Archive(ByteView(folder.bytes("foo.lib"), name: "foo.lib")).members.map { try $0.object() }
        let imports = files.compactMap { file -> COFFImport? in
            guard case .coffImport(let found) = file else { return nil }
            return found
        }
        #expect(imports.map(\.symbol) == ["func", "var"])
        #expect(imports.map(\.kind) == [.code, .data])
        #expect(imports.map(\.library) == ["foo.dll", "foo.dll"])
        #expect(told.contains("Export name: func") && told.contains("Type: data"))
        #expect(try files.last?.summary().kind == .importObject)
        #expect(try files.last?.summary().definedSymbols == ["__imp_var"])
    }
}
