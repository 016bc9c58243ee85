import Foundation
@testable import ObjectFiles
import TestSupport
import Testing

/// The results of `libtool` for its arguments and inputs, and its intended differences from LLVM's.
@Suite(.afterSetUp, .tags(.process)) struct LibtoolCommandTests {
    private let folder: TestFolder
    private static let arm = LibtoolCorpus.architectures[0]
    private static let intel = LibtoolCorpus.architectures[1]

    init() throws {
        folder = try TestFolder()
        try folder.restore(LibtoolCorpus.apple.get())
    }

    private func run(_ words: String...) -> ToolOutcome {
        LibtoolCommand.run(words.map { $0.contains("/") || $0.contains(".") ? folder.path($0) : $0 })
    }

    /// Returns llvm-libtool-darwin's archive after its table of contents was sorted and got the name of sorted tables.
    /// Each entry of the table has two 32-bit offsets: of a name and of a member.
    private func sorted(_ archive: [UInt8]) throws -> [UInt8] {
        func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(archive[offset + $1]) << (8 * $1) } }
        let table = 8 + 60 + 12
        let count = number(table) / 8
        let text = table + 8 + count * 8
        let textSize = number(text - 4)
        // The longer name of the table takes 8 bytes more.
        let entries = (0..<count).map { index in
            let name = archive[(text + number(table + 4 + index * 8))...].prefix { $0 != 0 }
            return (name: Array(name), offset: number(table + 8 + index * 8) + 8)
        }.sorted { $0.name.lexicographicallyPrecedes($1.name) }
        var bytes = HandMade.Bytes(.little)
        bytes.add(UInt32(count * 8))
        var position = 0
        for entry in entries {
            bytes.add(words: [UInt32(position), UInt32(entry.offset)])
            position += entry.name.count + 1
        }
        bytes.add(UInt32(textSize))
        bytes.all += entries.flatMap { $0.name + [0] }
        let end = table + (8 + count * 8 + textSize + 7) / 8 * 8
        bytes.all += [UInt8](repeating: 0, count: end - table - bytes.all.count)
        let header = Array(String(decoding: archive[8..<68], as: UTF8.self).utf8)
        let size = "\(20 + bytes.all.count)".padding(toLength: 10, withPad: " ", startingAt: 0)
        return Array("!<arch>\n#1/20           ".utf8) + header[16..<48] + Array("\(size)`\n__.SYMDEF SORTED".utf8)
            + [0, 0, 0, 0] + bytes.all + archive[end...]
    }

    @Test func `the table is sorted like Apple's, and otherwise matches llvm-libtool-darwin`() throws {
        let inputs = ["kinds.o", "a_name_that_is_longer_than_sixteen_bytes.o", "absolute.o", "odd1.o", "nothing.o"].map
        {
            "\(Self.arm)/\($0)"
        }
        let outcome = LibtoolCommand.run(["-static", "-o", folder.path("ours.a")] + inputs.map(folder.path))
        #expect(outcome.status == 0, "\(outcome.errors)")
        try folder.need(LLVM.tool("libtool-darwin"), ["-static", "-o", "theirs.a"] + inputs)
        #expect(try folder.bytes("ours.a") == sorted(folder.bytes("theirs.a")))
        let listed = try folder.need(LLVM.tool("nm"), ["--print-armap", "ours.a"])
        #expect(listed.contains("_hidden in kinds.o\n_last in absolute.o"))
    }

    @Test func `a table with a duplicate symbol stays in member order`() throws {
        let outcome = run("-o", "ours.a", "\(Self.arm)/again.o", "\(Self.arm)/kinds.o")
        #expect(outcome.status == 0, "\(outcome.errors)")
        try folder.need(
            LLVM.tool("libtool-darwin"), ["-static", "-o", "theirs.a", "\(Self.arm)/again.o", "\(Self.arm)/kinds.o"])
        #expect(try folder.bytes("ours.a") == folder.bytes("theirs.a"))
    }

    @Test(arguments: [[], ["-a"]])
    func `lld links an archive with a sorted or an unsorted table`(flags: [String]) throws {
        try folder.write("int hidden(void), last(void); int main(void) { return last(); }\n", to: "main.c")
        try folder.need("clang", ["--target=\(Self.arm)", "-nostdinc", "-c", "main.c"])
        let outcome = LibtoolCommand.run(
            flags + ["-o", folder.path("lib.a")]
                + ["kinds.o", "absolute.o", "gnu.a", "bsd.a"].map { folder.path("\(Self.arm)/\($0)") })
        #expect(outcome.status == 0, "\(outcome.errors)")
        let stub = ProbeDifferentialTests.sysroot
        try folder.write(stub, to: "libSystem.tbd")
        try folder.need(
            "ld64.lld-19",
            [
                "-arch", "arm64", "-platform_version", "macos", "12.0", "12.0", "-o", "out", "main.o", "lib.a",
                "libSystem.tbd",
            ])
    }

    @Test func `members with one name are all kept and differ in their times`() throws {
        try folder.need("mkdir", ["one", "two"])
        try folder.need("cp", ["\(Self.arm)/kinds.o", "one/x.o"])
        try folder.need("cp", ["\(Self.arm)/absolute.o", "two/x.o"])
        #expect(run("-o", "lib.a", "one/x.o", "two/x.o").status == 0)
        let members = try Archive(ByteView(path: folder.path("lib.a"))).members
        #expect(members.map(\.name) == ["x.o", "x.o"])
        #expect(members.map(\.time) == [1, 2])
        #expect(members.allSatisfy { $0.owner == 0 && $0.group == 0 && $0.mode == 0o644 })
    }

    @Test func `the output may be an input and survives a failed call`() throws {
        let before = try folder.bytes("\(Self.arm)/darwin.a")
        #expect(run("-o", "\(Self.arm)/darwin.a", "\(Self.arm)/text.txt", "\(Self.arm)/darwin.a").status == 1)
        #expect(try folder.bytes("\(Self.arm)/darwin.a") == before)
        #expect(run("-o", "\(Self.arm)/darwin.a", "\(Self.arm)/darwin.a", "\(Self.arm)/again.o").status == 0)
        let members = try Archive(ByteView(path: folder.path("\(Self.arm)/darwin.a"))).members
        #expect(members.count == 5)
        #expect(try folder.names().allSatisfy { !$0.contains(".tmp") })
    }

    struct Difference: CustomTestStringConvertible, Sendable {
        var reason: String
        var words: [String]
        var ours: Int32
        var theirs: Int
        var message: String
        var testDescription: String { reason }

        init(_ reason: String, _ words: [String], ours: Int32, theirs: Int, message: String = "") {
            self.reason = reason
            self.words = words
            self.ours = ours
            self.theirs = theirs
            self.message = message
        }
    }

    /// The calls whose results differ from llvm-libtool-darwin's, with the reasons. There are three more differences:
    /// the table is sorted, as with Apple's libtool (`-a` keeps the order); libraries of `-l` keep their place in the
    /// arguments, as with Apple's; two members with one name cause no warning, since their times distinguish them.
    static let differences: [Difference] = [
        Difference(
            "objects of another format give an archive in that format's style", ["elf.o"], ours: 0, theirs: 1),
        Difference(
            "ELF objects for two processors cannot be in one archive", ["elf.o", "elfarm.o"], ours: 1, theirs: 1,
            message: "one archive cannot hold both"),
        Difference(
            "objects of two formats cannot be in one archive", ["\(arm)/kinds.o", "elf.o"], ours: 1, theirs: 1,
            message: "one archive cannot hold both"),
        Difference(
            "a dynamic library is left out, as by Apple's libtool", ["\(arm)/kinds.o", "lib.dylib"], ours: 0,
            theirs: 0, message: "`lib.dylib` is a dynamic library and is left out"),
        Difference(
            "a program is refused, because no linker accepts one in an archive", ["program"], ours: 1, theirs: 0,
            message: "cannot be in a static library"),
        Difference(
            "bitcode is refused, because only LLVM can read its symbols", ["bitcode.o"], ours: 1, theirs: 0,
            message: "LLVM bitcode cannot be in a static library"),
        Difference(
            "a file that is not an object", ["text.txt"], ours: 1, theirs: 1,
            message: "`text.txt`: a file that is not an object"),
        Difference(
            "a member that is not an object", ["text.a"], ours: 1, theirs: 1,
            message: "`text.a(text.txt)`: a file that is not"),
        Difference(
            "an empty archive is refused, from which LLVM's tool makes a fat file without slices", ["empty.a"], ours: 1,
            theirs: 0,
            message: "no objects in the input files"),
        Difference(
            "no object for the requested processor", ["-arch_only", "i386", "\(arm)/kinds.o"], ours: 1, theirs: 1,
            message: "no input has an object for i386"),
        Difference("a missing file", ["none.o"], ours: 1, theirs: 1, message: "cannot open `none.o`"),
        Difference(
            "a missing library", ["-lnone"], ours: 1, theirs: 1, message: "no `libnone.a` in the library folders"
        ),
        Difference("an empty list", ["-filelist", "empty"], ours: 1, theirs: 1, message: "lists no files"),
        Difference(
            "an unknown processor", ["-arch_only", "z80", "\(arm)/kinds.o"], ours: 1, theirs: 1,
            message: "unknown architecture `z80`"),
        Difference("an unknown flag", ["-frobnicate", "\(arm)/kinds.o"], ours: 1, theirs: 1, message: "unknown flag"),
        Difference("no inputs", [], ours: 1, theirs: 1, message: "no input files"),
        Difference(
            "an object without symbols causes a warning", ["\(intel)/nothing.o", "\(intel)/kinds.o"], ours: 0,
            theirs: 0,
            message: "nothing.o` has no symbols for x86_64 (mach-o)"),
    ]

    @Test(arguments: differences)
    func `each difference from llvm-libtool-darwin is as documented`(row: Difference) throws {
        try makeOddInputs()
        // llvm-libtool-darwin runs in the folder. `LibtoolCommand` gets absolute paths; its messages are made relative.
        let words = ["-static", "-o", "out.a"] + row.words
        let ours = LibtoolCommand.run(words.map { isFile($0) ? folder.path($0) : $0 })
        #expect(ours.status == row.ours, "\(ours.errors)")
        let said = ours.errors.replacingOccurrences(of: folder.path("") + "/", with: "")
        #expect(row.message.isEmpty ? said.isEmpty : said.contains(row.message), "\(said)")
        #expect(folder.exists("out.a") == (row.ours == 0))
        try? FileManager.default.removeItem(atPath: folder.path("out.a"))
        #expect(try folder.run(LLVM.tool("libtool-darwin"), words).status == row.theirs)
    }

    private func isFile(_ word: String) -> Bool { folder.exists(word) || ["none.o", "out.a"].contains(word) }

    private func makeOddInputs() throws {
        try folder.write("not an object\n", to: "text.txt")
        try folder.write("", to: "empty")
        try folder.write("int main(void) { return 0; }\n", to: "main.c")
        let compile = ["-ffreestanding", "-nostdinc", "-c", "main.c", "-o"]
        try folder.need("clang", ["--target=x86_64-unknown-linux-gnu"] + compile + ["elf.o"])
        try folder.need("clang", ["--target=aarch64-unknown-linux-gnu"] + compile + ["elfarm.o"])
        try folder.need("clang", ["--target=\(Self.arm)", "-flto"] + compile + ["bitcode.o"])
        try folder.need("clang", ["--target=\(Self.arm)"] + compile + ["main.o"])
        try folder.write(ProbeDifferentialTests.sysroot, to: "libSystem.tbd")
        let link = [
            "-arch", "arm64", "-platform_version", "macos", "12.0", "12.0", "main.o", "libSystem.tbd", "-o",
        ]
        try folder.need("ld64.lld-19", link + ["program"])
        try folder.need("ld64.lld-19", ["-dylib"] + link + ["lib.dylib"])
        try folder.need(LLVM.tool("ar"), ["--format=darwin", "qcsD", "text.a", "text.txt"])
        try folder.need(LLVM.tool("ar"), ["--format=darwin", "qcsD", "empty.a"])
    }

    @Test func `warnings about objects without symbols can be turned off`() throws {
        let outcome = run("-no_warning_for_no_symbols", "-o", "out.a", "\(Self.intel)/nothing.o")
        #expect(outcome == ToolOutcome())
    }

    @Test(arguments: [["-help"], ["-V"]])
    func `help and version need no inputs`(words: [String]) {
        let outcome = LibtoolCommand.run(words)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("libtool"))
    }

    @Test(arguments: [
        (["-static", "a.o"], "no output"), (["-o"], "`-o` needs an operand"),
        (["-o", "x", "-o", "y"], "`-o` given twice"), (["-dynamic", "-o", "x", "a.o"], "only static libraries"),
        ([], "usage"),
    ])
    func `an incomplete call is refused`(words: [String], message: String) {
        let outcome = LibtoolCommand.run(words)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `standard folders are searched below -syslibroot`() throws {
        try folder.need("mkdir", ["-p", "root/usr/lib"])
        try folder.need("cp", ["\(Self.arm)/darwin.a", "root/usr/lib/libin.a"])
        let outcome = LibtoolCommand.run(
            ["-syslibroot", folder.path("root"), "-o", folder.path("out.a"), "-l", "in"])
        #expect(outcome == ToolOutcome())
    }
}
