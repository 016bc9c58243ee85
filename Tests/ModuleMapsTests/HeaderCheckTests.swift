import Basics
import TestSupport
import Testing
import Targets

@testable import ModuleMaps

@Suite(.tags(.process)) struct HeaderCheckTests {
    /// `b.h` needs `z.h`, `a.h` needs `b.h`; `broken.h` compiles nowhere, `odd name.h` compiles in spite of its name.
    private static let include = [
        "include/z.h": "#ifndef Z\n#define Z\ntypedef int z_type;\n#endif\n",
        "include/sub/b.h": "#ifndef B\n#define B\ntypedef z_type b_type;\n#endif\n",
        "include/a.h": "#ifndef A\n#define A\nb_type a(void);\n#endif\n",
        "include/broken.h": "#include <no-such-header.h>\nint broken(void);\n",
        "include/odd name.h": "int odd(void);\n", "include/warns.h": "#warning noise\nint warns(void);\n",
        "include/template.hpp": "template <class T> struct S;\n",
    ]

    static let compilers: [(name: String, words: [String])] = [
        ("clang for a device", freestandingClang(.named("ios-armv7s"))),
        ("clang for Windows", freestandingClang(.named("windows-msvc-x86_64"))),
        ("gcc", ["gcc"]),
    ]

    private func check(_ bench: Workbench, _ compiler: [String]) throws -> (text: String, report: HeaderReport) {
        try bench.write(HeaderCheck.script, to: "check-headers.sh")
        let words = compiler.map { Argument(stringLiteral: $0) }
        let result = try bench.run(
            HeaderCheck.arguments(
                script: "check-headers.sh", include: "include", report: "out/report.txt", compiler: words))
        #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
        let text = try bench.read("out/report.txt")
        return (text, try HeaderReport(parsing: text))
    }

    @Test(arguments: compilers.map(\.name))
    func `the script reports each header's verdict with every compiler`(compiler: String) throws {
        let bench = try Workbench(Self.include)
        try bench.write("", to: "out/keep")
        let words = try #require(Self.compilers.first { $0.name == compiler }).words
        let (_, report) = try check(bench, words)
        #expect(
            report.findings.map { "\($0.verdict.word) \($0.header)" } == [
                "alone odd name.h", "alone warns.h", "alone z.h", "after sub/b.h", "after a.h", "fails broken.h",
            ])
        for finding in report.findings {
            switch finding.verdict {
            case .alone: break
            case .afterOthers(let error): #expect(error.contains("_type"), "\(error)")
            case .fails(let error): #expect(error.contains("no-such-header.h"), "\(error)")
            }
        }
        #expect(try bench.run(["ls", "out"]).output == "keep\nreport.txt\n")
    }

    @Test func `the report is the same in any folder`() throws {
        let texts = try (0..<2).map { _ in
            let bench = try Workbench(Self.include)
            try bench.write("", to: "out/keep")
            return try check(bench, freestandingClang(.named("macos-arm64"))).text
        }
        #expect(texts[0] == texts[1])
        #expect(texts[0].split(separator: "\n").count == 6)
    }

    @Test func `a header missing from the sysroot is the first error`() throws {
        let bench = try Workbench(["include/a.h": "#include <stdlib.h>\nint x = y;\n", "out/keep": ""])
        let (text, _) = try check(bench, freestandingClang(.named("watchos-arm64_32")))
        #expect(text == "fail a.h: 'stdlib.h' file not found\n")
    }

    static let lines: [(name: String, line: String, finding: HeaderReport.Finding?)] = [
        ("alone", "ok sub/a b.h", .init(header: "sub/a b.h", verdict: .alone)),
        ("after others", "after a.h: x: y", .init(header: "a.h", verdict: .afterOthers("x: y"))),
        ("fails", "fail a.h: e", .init(header: "a.h", verdict: .fails("e"))),
        ("without words", "fail a.h: ", .init(header: "a.h", verdict: .fails(""))),
        ("colon in a name", "fail a:b.h: e", .init(header: "a:b.h", verdict: .fails("e"))),
        ("unknown word", "maybe a.h", nil), ("no path", "ok", nil), ("absolute", "ok /etc/passwd", nil),
        ("outside", "fail ../a.h: e", nil), ("empty path", "fail : e", nil),
    ]

    @Test(arguments: lines.indices) func `valid report lines are parsed, other lines are errors`(row: Int) throws {
        let (name, line, finding) = Self.lines[row]
        if let finding {
            #expect(try HeaderReport(parsing: "ok first.h\n\(line)\n").findings.last == finding, "\(name)")
        } else {
            let error = #expect(throws: HeaderReportError.self) { try HeaderReport(parsing: "ok first.h\n\(line)\n") }
            #expect(error == HeaderReportError(line: 2, text: line), "\(name)")
        }
    }
}

extension HeaderReport.Verdict {
    fileprivate var word: String {
        switch self {
        case .alone: "alone"
        case .afterOthers: "after"
        case .fails: "fails"
        }
    }
}
