import Packages
import Testing

@Suite struct PkgConfigFileTests {
    private typealias Line = PkgConfigFile.Line

    private func lines(_ text: String) -> [Line] { PkgConfigFile(text).lines.filter { $0.kind != .other } }

    @Test func `line numbers are correct with any line ending`() {
        let lines = lines("\n\nprefix=/a\r\n# Libs: x\r\n\nLibs : -lz\rName:z")
        #expect(lines.map(\.kind) == [.variable("prefix"), .field("Libs"), .field("Name")])
        #expect(lines.map(\.value) == ["/a", "-lz", "z"])
        #expect(lines.map(\.number) == [3, 6, 7])
    }

    static let rows: [(name: String, line: String, kind: PkgConfigFile.Line.Kind, value: String)] = [
        ("a variable", "prefix=/usr", .variable("prefix"), "/usr"),
        ("white space around the equals sign", "  prefix \t= /usr ", .variable("prefix"), "/usr"),
        ("a field", "Libs:-lz  -lm", .field("Libs"), "-lz  -lm"),
        ("a colon before an equals sign makes a field", "Libs: -DX=1", .field("Libs"), "-DX=1"),
        ("an equals sign before a colon makes a variable", "url=http://a", .variable("url"), "http://a"),
        ("a comment after a value", "Libs: -lz # and -lm", .field("Libs"), "-lz"),
        ("an escaped `#` does not begin a comment", "Libs: -la\\#b", .field("Libs"), "-la#b"),
        ("a comment", "  # prefix=/usr", .other, ""), ("a line without colon and equals sign", "prefix", .other, ""),
        ("an empty value", "Requires: ", .field("Requires"), ""),
        ("a continued line", "Libs: -la \\\n  -lb", .field("Libs"), "-la   -lb"),
        ("a continued line with another line ending", "Libs: -la \\\r\n-lb", .field("Libs"), "-la -lb"),
        ("a backslash at the end of a comment", "Libs: -la # \\", .field("Libs"), "-la"),
        ("a backslash at the end of the file", "Libs: -la \\", .field("Libs"), "-la"),
    ]

    @Test(arguments: rows.indices) func `a line is read as pkg-config reads it`(row: Int) throws {
        let (name, text, kind, value) = Self.rows[row]
        let lines = PkgConfigFile(text).lines
        #expect(lines.map(\.kind) == [kind], "\(name)")
        #expect(lines.map(\.value) == [value], "\(name)")
    }

    @Test func `a comment does not continue on the next line`() {
        let lines = PkgConfigFile("# a \\\nLibs: -lb\n").lines
        #expect(lines.map(\.kind) == [.other, .field("Libs"), .other])
    }

    @Test func `a continued line counts as several lines in line numbers`() {
        #expect(lines("Libs: -la \\\n-lb\nName: z").map(\.number) == [1, 3])
    }

    @Test func `lines that are not replaced keep their text`() {
        let text = "prefix = /usr\n\n# made by hand\nLibs: -la \\\n  -lb # c\nno meaning\n"
        #expect(PkgConfigFile(text).text == text)
    }

    @Test func `new lines are read back with the same kinds and values`() {
        let file = PkgConfigFile([.variable("a", "b"), .field("Libs", "-lz"), .field("Requires", ""), .empty])
        #expect(file.text == "a=b\nLibs: -lz\nRequires:\n")
        #expect(PkgConfigFile(file.text).lines.map(\.kind) == file.lines.map(\.kind))
        #expect(PkgConfigFile(file.text).lines.map(\.value) == file.lines.map(\.value))
    }

    @Test(.timeLimit(.minutes(10))) func `a million continued lines are read as one line`() {
        let lines = PkgConfigFile(String(repeating: "a\\\n", count: 1_000_000)).lines
        #expect(lines.map(\.kind) == [.other])
    }
}
