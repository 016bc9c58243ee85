import ObjectFiles
import TestSupport
import Testing

/// Version 5 of .tbd files.
@Suite(.tags(.process)) struct TextStubJSONTests {
    private func stub(_ text: String) throws -> TextStub { try TextStub(ByteView(Array(text.utf8), name: "lib.tbd")) }

    @Test func `a version 5 stub by llvm-readtapi equals its version 4 source`() throws {
        let folder = try TestFolder()
        try folder.write(TextStubTests.text, to: "four.tbd")
        for compact in [[], ["-compact"]] {
            try folder.need("llvm-readtapi-22", ["--filetype=tbd-v5", "four.tbd", "-o", "five.tbd"] + compact)
            let four = try TextStub(ByteView(path: folder.path("four.tbd")))
            let five = try TextStub(ByteView(path: folder.path("five.tbd")))
            #expect(try FileKind(of: five.bytes) == .textStub)
            for target in ["arm64-macos", "x86_64-macos", "armv7-ios", "arm64-ios"] {
                #expect(Set(five.symbols(for: target)) == Set(four.symbols(for: target)), "\(target)")
                #expect(Set(five.missingReexports(for: target)) == Set(four.missingReexports(for: target)))
                #expect(five.supports(target) == four.supports(target))
            }
            #expect(five.documents.map(\.installName) == four.documents.map(\.installName))
        }
    }

    private static let small = #"""
        { "libraries": [], "main_library": {
            "exported_symbols": [
              { "data": { "global": [ "_a", "_\u0062", "_\"c\"" ], "objc_class": [ "\u00e9\ud83d\ude00" ] } },
              { "targets": [ "x86_64-macos" ], "text": { "weak": [ "_d" ], "later": [ 1.5e3, true, null, {} ] } } ],
            "install_names": [ { "name": "\/usr\/lib\/libx.dylib" } ],
            "target_info": [ { "min_deployment": "11.0", "target": "arm64-macos" }, { "target": "x86_64-macos" } ] },
          "tapi_tbd_version": 5 }
        """#

    @Test func `escapes are read, unknown keys skipped, and absent targets mean all`() throws {
        let stub = try stub(Self.small)
        let classes = ["_OBJC_CLASS_$_é😀", "_OBJC_METACLASS_$_é😀"]
        #expect(Set(stub.symbols(for: "arm64-macos")) == Set(["_a", "_b", "_\"c\""] + classes))
        #expect(Set(stub.symbols(for: "x86_64-macos")) == Set(["_a", "_b", "_\"c\"", "_d"] + classes))
        #expect(stub.documents.map(\.installName) == ["/usr/lib/libx.dylib"])
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var text: String
        var expected: String

        init(_ name: String, _ text: String, _ expected: String) {
            testDescription = name
            self.text = text
            self.expected = expected
        }
    }

    static let rows = [
        Row(
            "another version", #"{"main_library": {"install_names": [{"name": "x"}]}, "tapi_tbd_version": 6}"#,
            "`tapi_tbd_version` 5"),
        Row("no library", #"{"tapi_tbd_version": 5}"#, "`main_library`"),
        Row("no end", #"{"tapi_tbd_version": 5"#, "`}`"),
        Row(
            "text after the end", #"{"main_library": {"install_names": [{"name": "x"}]}, "tapi_tbd_version": 5} x"#,
            "the end"),
        Row("a string without end", #"{"tapi_tbd_version": 5, "a"#, "the end of a string"),
        Row("a string that ends in an escape", #"{"tapi_tbd_version": 5, "a\"#, "the end of a string"),
        Row("a line break in a string", "{\"tapi_tbd_version\": 5, \"a\n\": 1}", "the end of a string"),
        Row("a key without value", #"{"tapi_tbd_version": 5, "a" }"#, "`:`"),
        Row("a missing value", #"{"tapi_tbd_version": 5, "a": }"#, "a value"),
        Row("a trailing comma", #"{"tapi_tbd_version": 5, }"#, "`\"`"),
        Row("a version that is not a number", #"{"tapi_tbd_version": "5"}"#, "a whole number"),
        Row("a negative version", #"{"tapi_tbd_version": -5}"#, "a whole number"),
        Row("targets that are not a list", #"{"tapi_tbd_version":5,"main_library":{"target_info":{}}}"#, "`[`"),
        Row(
            "too deep", #"{"tapi_tbd_version": 5, "a": "# + String(repeating: "[", count: 100_000),
            "fewer nested levels"),
    ]

    @Test(arguments: rows)
    func `a broken JSON stub is an error with the offset`(row: Row) throws {
        let error = #expect(throws: ObjectFileError.self) { _ = try stub(row.text) }
        #expect(error?.fault == .badText(expected: row.expected))
        #expect((error?.offset ?? -1) > 0)
    }

    @Test func `JSON that is not a stub is not recognized as a stub`() {
        for text in ["{}", "[]", "{\"a\": 1}", "{"] {
            #expect((try? FileKind(of: ByteView(Array(text.utf8), name: "x"))) == nil)
        }
    }
}
