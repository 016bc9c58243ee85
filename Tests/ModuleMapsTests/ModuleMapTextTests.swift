import Basics
import TestSupport
import Testing

@testable import ModuleMaps

/// Reads module maps of any origin, and reports errors with their lines.
@Suite struct ModuleMapTextTests {
    @Test func `every construct of the module map language is read`() throws {
        let map = try ModuleMapText(
            parsing: """
                // A comment.
                framework module Z [system] [extern_c] {
                    umbrella header "Z.h" /* and
                    another */
                    requires cplusplus, !windows
                    config_macros [exhaustive] Z_ONE, Z_TWO
                    private header "private.h" { size 12 mtime 3 }
                    private textual header "inline.h"
                    exclude header "odd name.h"
                    link "z"
                    link framework "Security"
                    explicit module sub { umbrella "folder" export Z.other export * }
                    use Y
                    export_as W
                    conflict Q, "not together"
                    config_macros
                }
                extern module E "e.modulemap"
                module "module" { }
                module A.B { header "b.h" }
                """)
        #expect(map.modules.map(\.name) == ["Z", "module", "A.B"])
        let module = map.modules[0]
        #expect(module.isFramework && module.line == 2)
        #expect(module.headers.map(\.kind) == [.umbrella, .header, .textual, .excluded])
        #expect(module.headers.map(\.path) == ["Z.h", "private.h", "inline.h", "odd name.h"])
        #expect(module.headers.map(\.line) == [3, 7, 8, 9])
        #expect(module.submodules.map(\.umbrellaFolder) == ["folder"])
        #expect(map.modules[2].allHeaders.map(\.path) == ["b.h"])
    }

    @Test(arguments: [
        ("module Z {\n header \"z.h\"\n", 3, "`}`"), ("module Z\nheader", 2, "`{`"), ("module { }", 1, "a name"),
        ("module Z {\n headers \"z.h\"\n}", 2, "a declaration"), ("header \"z.h\"", 1, "`module`"),
        ("module Z {\n header z.h }", 2, "a header's name"), ("module Z { link \"z }", 1, "`\"`"),
        ("module Z { /* }", 1, "the end of a comment"), ("module { }\n/*", 1, "a name"),
        ("module Z { } }", 1, "`module`"),
        (String(repeating: "module Z { ", count: 40), 1, "fewer levels of modules"),
    ]) func `a syntax error is reported with its line`(_ row: (text: String, line: Int, expected: String)) {
        #expect(throws: ModuleMapTextError(line: row.line, expected: row.expected)) {
            try ModuleMapText(parsing: row.text)
        }
    }

    @Test func `the reader reads the writer's output`() throws {
        let request = try ModuleMapRequest(
            name: #require(ModuleName("header")), textual: ["t.h"], excluded: ["x.h"], links: ["z"],
            requirements: ["c99"], submodules: .header, configMacros: ["Z_ONE"])
        let origins = ["a.h", "sub/a.h", "t.h", "x.h"].map { HeaderOrigin(path: .at($0), kind: .common) }
        let written = try ModuleMapWriter(request: request, origins: origins, reports: [:]).written()
        let read = try ModuleMapText(parsing: written.text)
        #expect(read.modules.map(\.name) == ["header"])
        #expect(read.modules[0].submodules.map(\.name) == ["a", "sub_a"])
        #expect(read.modules[0].allHeaders.map(\.path) == ["t.h", "a.h", "sub/a.h"])
        #expect(written.text.contains("config_macros [exhaustive] Z_ONE\n"))
        #expect(written.text.contains("requires c99\n"))
    }
}
