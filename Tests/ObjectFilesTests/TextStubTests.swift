import ObjectFiles
import TestSupport
import Testing

@Suite(.tags(.process)) struct TextStubTests {
    static let text = """
        --- !tapi-tbd
        tbd-version:     4
        targets:         [ arm64-macos, x86_64-macos,
                           armv7-ios ]
        # A comment, with [ brackets ].
        install-name:    '/usr/lib/libmain.dylib'
        current-version: 1351
        parent-umbrella:
          - targets:     [ arm64-macos ]
            umbrella:    System
        reexported-libraries:
          - targets:     [ arm64-macos,
                           armv7-ios ]
            libraries:   [ '/usr/lib/libinner.dylib', '/usr/lib/libouter.dylib' ]
        exports:
          - targets:         [ arm64-macos, armv7-ios ]
            symbols:         [ _plain, '_quoted$UNIX2003', "_double", 'R8289209$_close',
                               _last ]
            weak-symbols:    [ _weak ]
            thread-local-symbols: [ _thread ]
            objc-classes:    [ Thing, Thrown ]
            objc-eh-types:   [ Thrown ]
            objc-ivars:      [ Thing._value ]
          - targets:         [ x86_64-macos ]
            symbols:         [ _intel ]
        reexports:
          - targets:         [ arm64-macos ]
            symbols:         [ _passed_on ]
        --- !tapi-tbd
        tbd-version:     4
        targets:         [ arm64-macos ]
        install-name:    '/usr/lib/libinner.dylib'
        exports:
          - targets:         [ arm64-macos ]
            symbols:         [ _inner ]
        ...

        """

    private func stub(_ text: String) throws -> TextStub { try TextStub(ByteView(Array(text.utf8), name: "lib.tbd")) }

    @Test func `a target's symbols include re-exported ones and those of re-exported libraries in the file`() throws {
        let found = try stub(Self.text).symbols(for: "arm64-macos")
        #expect(
            Set(found) == [
                "_plain", "_quoted$UNIX2003", "_double", "R8289209$_close", "_last", "_weak", "_thread",
                "_OBJC_CLASS_$_Thing", "_OBJC_METACLASS_$_Thing", "_OBJC_CLASS_$_Thrown", "_OBJC_METACLASS_$_Thrown",
                "_OBJC_EHTYPE_$_Thrown", "_OBJC_IVAR_$_Thing._value",
                "_passed_on", "_inner",
            ])
        #expect(found.count == 15)
    }

    @Test func `another target has other symbols, an unknown target none`() throws {
        let stub = try stub(Self.text)
        #expect(stub.symbols(for: "x86_64-macos") == ["_intel"])
        #expect(stub.symbols(for: "armv7-ios").contains("_plain"))
        #expect(!stub.symbols(for: "armv7-ios").contains("_inner"))
        #expect(stub.symbols(for: "arm64-ios").isEmpty)
        #expect(stub.supports("armv7-ios"))
        #expect(!stub.supports("arm64-ios"))
    }

    @Test func `re-exported libraries that are not in the file are listed`() throws {
        let stub = try stub(Self.text)
        #expect(stub.missingReexports(for: "arm64-macos") == ["/usr/lib/libouter.dylib"])
        #expect(stub.missingReexports(for: "x86_64-macos") == [])
    }

    @Test func `symbols of a stub match llvm-nm`() throws {
        let folder = try TestFolder()
        let text = Self.text.split(separator: "--- !tapi-tbd").first.map { "--- !tapi-tbd\($0)...\n" } ?? ""
        try folder.write(text, to: "lib.tbd")
        let output = try folder.need(LLVM.tool("nm"), ["-j", "--arch=arm64", "lib.tbd"])
        let expected = output.split(separator: "\n").map(String.init).filter { !$0.contains(":") }
        #expect(expected.count >= 10)
        #expect(Set(try stub(text).symbols(for: "arm64-macos")) == Set(expected))
    }

    struct Broken: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var text: String
        var message: String
    }

    static let broken = [
        Broken(
            testDescription: "no document", text: "exports: []\n",
            message: "`lib.tbd`: expected `--- !tapi-tbd`, at offset 8"),
        Broken(testDescription: "nothing", text: "", message: "`lib.tbd`: expected `--- !tapi-tbd`, at offset 0"),
        Broken(
            testDescription: "another version", text: "--- !tapi-tbd\ntbd-version: 3\n",
            message: "`lib.tbd`: bad tbd version: 3, at offset 0"),
        Broken(
            testDescription: "a list without an end", text: "--- !tapi-tbd\ntargets: [ a, b\n",
            message: "`lib.tbd`: expected `,` or `]`, at offset 30"),
        Broken(
            testDescription: "a quote without an end", text: "--- !tapi-tbd\ninstall-name: 'x\n",
            message: "`lib.tbd`: expected the end of a quoted word, at offset 28"),
        Broken(
            testDescription: "a list in a list", text: "--- !tapi-tbd\ntargets: [ [ a ] ]\n",
            message: "`lib.tbd`: expected a word or `]`, at offset 26"),
    ]

    @Test(arguments: broken)
    func `a broken stub is an error with the offset`(broken: Broken) throws {
        let error = try #require(throws: ObjectFileError.self) { try stub(broken.text) }
        #expect(error.description == broken.message)
    }
}
