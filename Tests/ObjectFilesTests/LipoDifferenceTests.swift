import Foundation
import ObjectFiles
import TestSupport
import Testing

/// The intended differences between `lipo` and llvm-lipo; `docs/lipo.md` has the same table with the reasons.
///
/// The tests run both programs, so a row also fails if llvm-lipo adopts the behaviour of `lipo`.
@Suite(.afterSetUp, .tags(.process)) struct LipoDifferenceTests {
    struct Difference: CustomTestStringConvertible, Sendable {
        /// The name in the first column of the documentation's table.
        var name: String
        var words: String
        /// The outcome: `fails`, the text, or the output of `-archs` for the new file.
        var ours: String
        var theirs: String

        var testDescription: String { name }

        init(_ name: String, _ words: String, ours: String, theirs: String) {
            self.name = name
            self.words = words
            self.ours = ours
            self.theirs = theirs
        }
    }

    static let differences = [
        Difference("fat archives", "fat.a -extract armv7 -output out", ours: "armv7", theirs: "fails"),
        Difference("fat archives", "-create fat.a x86_64.a -output out", ours: "armv7 x86_64 arm64", theirs: "fails"),
        Difference("spaces at ends of lines", "-archs fat.o", ours: "armv7 arm64\n", theirs: "armv7 arm64 \n"),
        Difference(
            "flags", "-detailed_info armv7.o",
            ours: "input file armv7.o is not a fat file\nNon-fat file: armv7.o is architecture: armv7\n",
            theirs: "fails"),
        Difference("flags", "fat.o -extract_family armv7k -output out", ours: "armv7", theirs: "fails"),
        Difference("flags", "fat.o -remove armv7 -output out", ours: "arm64", theirs: "fails"),
        Difference("flags", "-create -hideARM64 armv7.x arm64.x -output out", ours: "armv7 arm64", theirs: "fails"),
        Difference("flags", "-c armv7.o -o out", ours: "armv7", theirs: "fails"),
        Difference("repeated flags", "-info -info text.o -arch armv7 text.o", ours: "fails", theirs: "fails"),
        Difference("repeated flags", "-create -create armv7.o -output out", ours: "armv7", theirs: "fails"),
        Difference(
            "repeated flags", "fat.o -extract armv7 -extract arm64 -output out", ours: "armv7 arm64", theirs: "fails"),
        Difference("repeated flags", "fat.o -thin armv7 -output no -output out", ours: "fails", theirs: "armv7 "),
        Difference(
            "`-segalign ARCH 0x10`", "-create armv7.o -segalign armv7 0x10 -output out", ours: "armv7", theirs: "fails"),
        Difference(
            "files without an architecture", "-create -arch arm64 text.o -output out", ours: "arm64",
            theirs: "fails"),
        Difference("files without an architecture", "-archs bitcode.o", ours: "fails", theirs: "arm64 \n"),
        Difference(
            "`-arch` with a fat file", "-create -arch armv7 fat.o -output out", ours: "fails", theirs: "armv7 arm64 "),
        Difference("other members of archives", "-archs text.a", ours: "armv7\n", theirs: "fails"),
        Difference("other members of archives", "-archs ppc.a", ours: "ppc7400\n", theirs: "fails"),
        Difference(
            "`-replace` with an archive", "fat.o -replace arm64 arm64.a -output out", ours: "armv7 arm64",
            theirs: "fails"),
        Difference("hidden slices", "-archs hidden.x", ours: "armv7 arm64\n", theirs: "armv7 \n"),
        Difference("names of architectures", "-archs armv5.o", ours: "armv5\n", theirs: "armv5e \n"),
        Difference("names of architectures", "-archs armv7f.o", ours: "armv7f\n", theirs: "unknown(12,10) \n"),
        Difference(
            "names of architectures", "-info armv99.o",
            ours: "Non-fat file: armv99.o is architecture: cputype 12 cpusubtype 99\n",
            theirs: "Non-fat file: armv99.o is architecture: unknown(12,99) \n"),
        Difference(
            "capability bits", "-create x86_64.x x86_64h.x -output out", ours: "x86_64 x86_64h",
            theirs: "x86_64h x86_64 "),
    ]

    /// Returns an executable that consists of a header only.
    private static func executable(_ type: UInt32, _ subtype: UInt32, wide: Bool) -> [UInt8] {
        var file = HandMade.Bytes(.little)
        file.add(words: [wide ? 0xFEED_FACF : 0xFEED_FACE, type, subtype, 2, 0, 0, 0] + (wide ? [0] : []))
        return file.all
    }

    private static func object(_ type: UInt32, _ subtype: UInt32) -> [UInt8] {
        var file = HandMade.Bytes(.little)
        file.add(words: [0xFEED_FACE, type, subtype, 1, 0, 0, 0])
        return file.all
    }

    private static func addFiles(to bench: LipoBench) throws {
        let folder = bench.folder
        #expect(bench.ours(["-create", "armv7.o", "arm64.o"], output: "fat.o").status == 0)
        #expect(bench.ours(["-create", "armv7.a", "arm64.a"], output: "fat.a").status == 0)
        try folder.write("text\n", to: "text.o")
        try folder.write(
            HandMade.archiveMagic + HandMade.member("a.txt", Array("text".utf8))
                + HandMade.member("a.o", folder.bytes("armv7.o")), to: "text.a")
        try folder.write(
            HandMade.archiveMagic + HandMade.member("a.o", object(18, 10)) + HandMade.member("b.o", object(18, 100)),
            to: "ppc.a")
        for (name, subtype) in [("armv5", 7), ("armv7f", 10), ("armv99", 99)] as [(String, UInt32)] {
            try folder.write(object(12, subtype), to: "\(name).o")
        }
        try folder.write(executable(12, 9, wide: false), to: "armv7.x")
        try folder.write(executable(0x0100_000C, 0, wide: true), to: "arm64.x")
        try folder.write(executable(0x0100_0007, 0x8000_0003, wide: true), to: "x86_64.x")
        try folder.write(executable(0x0100_0007, 8, wide: true), to: "x86_64h.x")
        #expect(bench.ours(["-create", "armv7.x", "arm64.x", "-hideARM64"], output: "hidden.x").status == 0)
        try folder.write("int f(void) { return 0; }\n", to: "f.c")
        try folder.need("clang", ["--target=arm64-apple-ios12.0", "-flto", "-c", "f.c", "-o", "bitcode.o"])
    }

    @Test(arguments: differences)
    func `each difference from llvm-lipo is as documented`(row: Difference) throws {
        let bench = try LipoBench()
        try Self.addFiles(to: bench)
        let words = row.words.split(separator: " ").map(String.init)
        let isWriting = words.contains { ["-output", "-o"].contains($0) }

        let outcome = bench.ours(words.map { $0 == "out" || $0 == "no" ? bench.folder.path($0) : $0 })
        let said =
            isWriting && outcome.status == 0 ? bench.ours(["-archs", bench.folder.path("out")]).output : outcome.output
        #expect((outcome.status == 0 ? said : "fails") == row.ours + (isWriting && row.ours != "fails" ? "\n" : ""))

        try? FileManager.default.removeItem(atPath: bench.folder.path("out"))
        let theirs = try bench.folder.run(LLVM.tool("lipo"), words)
        let told =
            isWriting && theirs.status == 0
            ? try bench.folder.run(LLVM.tool("lipo"), ["-archs", "out"]).out : theirs.out
        #expect((theirs.status == 0 ? told : "fails") == row.theirs + (isWriting && row.theirs != "fails" ? "\n" : ""))
    }

    @Test(arguments: ["-extract arm64", "-replace arm64 arm64.odd.o"])
    func `a changed fat64 file stays fat64, although llvm-lipo makes it fat32`(words: String) throws {
        let bench = try LipoBench()
        #expect(bench.ours(["-create", "armv7.o", "arm64.o", "-fat64"], output: "fat.o").status == 0)
        let call = ["fat.o"] + words.split(separator: " ").map(String.init)
        #expect(bench.ours(call, output: "ours").status == 0)
        try bench.folder.need(LLVM.tool("lipo"), call + ["-output", "theirs"])
        #expect(try bench.folder.bytes("ours").starts(with: [0xCA, 0xFE, 0xBA, 0xBF]))
        #expect(try bench.folder.bytes("theirs").starts(with: [0xCA, 0xFE, 0xBA, 0xBE]))
    }

    @Test func `the documentation's table lists exactly the tested differences`() throws {
        let home = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        let page = home.appendingPathComponent("../../docs/lipo.md").standardizedFileURL
        let text = String(decoding: try Data(contentsOf: page), as: UTF8.self)
        let section = try #require(text.range(of: "## Where it differs from llvm-lipo"))
        let rows = text[section.upperBound...].split(separator: "\n").prefix { !$0.hasPrefix("## ") }
            .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }.dropFirst()
        let documented = rows.map { row in
            row.dropFirst(2).split(separator: " | ").first.map(String.init) ?? ""
        }
        let tested = Self.differences.map(\.name) + ["fat64", "large files", "permissions and times"]
        #expect(Set(documented) == Set(tested))
    }
}
