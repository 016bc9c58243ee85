import Foundation
@testable import ObjectFiles
import TestSupport
import Testing

/// Compares `libtool -static` and its archives with llvm-libtool-darwin, llvm-ar and llvm-ranlib:
/// the bytes must be equal.
@Suite(.afterSetUp, .tags(.process)) struct LibtoolDifferentialTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.restore(LibtoolCorpus.apple.get())
    }

    static let arm = LibtoolCorpus.architectures[0]
    static let intel = LibtoolCorpus.architectures[1]

    struct Row: CustomTestStringConvertible, Sendable {
        var name: String
        var inputs: [String]
        var testDescription: String { name }

        init(_ name: String, _ inputs: [String]) {
            self.name = name
            self.inputs = inputs
        }
    }

    static let rows: [Row] = [
        Row("all kinds of symbols, names and sizes", (LibtoolCorpus.objects + odd).map { "\(arm)/\($0)" }),
        Row(
            "all kinds of symbols, names and sizes, for a 32-bit processor",
            (LibtoolCorpus.objects + odd).map { "\(LibtoolCorpus.architectures[2])/\($0)" }),
        Row("one object", ["\(arm)/kinds.o"]),
        Row("an object without symbols", ["\(arm)/nothing.o"]),
        Row("an object twice", ["\(arm)/kinds.o", "\(arm)/again.o", "\(arm)/kinds.o", "\(arm)/kinds.o"]),
        Row("archives of all conventions", ["\(arm)/darwin.a", "\(arm)/bsd.a", "\(arm)/gnu.a"]),
        Row("objects and archives", ["\(arm)/absolute.o", "\(arm)/gnu.a", "\(arm)/again.o"]),
        Row("two processors", ["\(arm)/kinds.o", "\(intel)/kinds.o", "\(arm)/again.o", "\(intel)/odd1.o"]),
        Row("all processors", LibtoolCorpus.architectures.map { "\($0)/darwin.a" }),
        Row("all processors in reverse order", LibtoolCorpus.architectures.reversed().map { "\($0)/darwin.a" }),
        Row("a fat object and a fat archive", ["fat_again.o", "fat_darwin.a"]),
        Row("a fat archive and a thin one", ["fat_darwin.a", "\(LibtoolCorpus.architectures[2])/bsd.a"]),
    ]

    private static let odd = ["odd1.o", "odd2.o", "odd7.o"]

    /// Compares archives whose table is in member order (`-a`), because LLVM's tools support no other order.
    private func expectSame(_ words: [String], _ place: SourceLocation = #_sourceLocation) throws {
        let words = words.map { $0.contains("/") || $0.contains(".") ? folder.path($0) : $0 }
        let ours = LibtoolCommand.run(["-static", "-a", "-o", folder.path("ours.a")] + words)
        let theirs = try folder.run(
            LLVM.tool("libtool-darwin"), ["-static", "-o", folder.path("theirs.a")] + words)
        #expect(Int(ours.status) == theirs.status, "\(words): \(ours.errors)\(theirs.err)", sourceLocation: place)
        guard ours.status == 0, theirs.status == 0 else { return }
        let isSame = try folder.bytes("ours.a") == folder.bytes("theirs.a")
        #expect(isSame, "\(words)", sourceLocation: place)
    }

    @Test(arguments: rows)
    func `the output matches llvm-libtool-darwin`(row: Row) throws { try expectSame(row.inputs) }

    @Test(arguments: 0..<24)
    func `random inputs give llvm-libtool-darwin's output`(run: Int) throws {
        var random = SeededRandom(seed: UInt64(4000 + run))
        let files = LibtoolCorpus.objects + Self.odd + ["darwin.a", "bsd.a", "gnu.a"]
        let all = LibtoolCorpus.architectures.flatMap { triple in files.map { "\(triple)/\($0)" } }
        let pool = run % 2 == 0 ? all.filter { $0.hasPrefix(Self.arm) } : all + ["fat_again.o", "fat_darwin.a"]
        try expectSame(Array(pool.shuffled(using: &random).prefix(Int.random(in: 1...9, using: &random))))
    }

    @Test(arguments: ["arm64", "x86_64", "armv7", "i386"])
    func `-arch_only selects what llvm-libtool-darwin selects`(name: String) throws {
        try expectSame(["-arch_only", name, "fat_darwin.a", "fat_again.o", "\(LibtoolCorpus.architectures[2])/gnu.a"])
    }

    @Test func `file lists and -l find what llvm-libtool-darwin finds`() throws {
        let triple = Self.arm
        try folder.write("kinds.o\nname with spaces.o\n", to: "list")
        try folder.need("cp", ["\(triple)/bsd.a", "\(triple)/libbsd.a"])
        let list = "-filelist \(folder.path("list")),\(folder.path(triple))".split(separator: " ").map(String.init)
        for words in [list, list + ["-L\(folder.path(triple))", "-lbsd", "-lagain.o"]] {
            let ours = LibtoolCommand.run(["-static", "-a", "-o", folder.path("ours.a")] + words)
            #expect(ours.status == 0, "\(ours.errors)")
            // LLVM's tool reads libraries before the files of a list; ours keeps the order of the arguments.
            let reordered = words.count > 2 ? ["kinds.o", "name with spaces.o", "libbsd.a", "again.o"] : []
            let given = reordered.map { folder.path("\(triple)/\($0)") }
            try folder.need(
                LLVM.tool("libtool-darwin"), ["-static", "-o", "theirs.a"] + (given.isEmpty ? words : given))
            #expect(try folder.bytes("ours.a") == folder.bytes("theirs.a"))
        }
    }

    @Test func `-U keeps the metadata that llvm-libtool-darwin keeps`() throws {
        let triple = Self.arm
        try folder.need("touch", ["-d", "2001-02-03 04:05:06", "\(triple)/kinds.o"])
        try folder.need("chmod", ["640", "\(triple)/again.o"])
        try folder.need(LLVM.tool("ar"), ["--format=darwin", "qcSU", "old.a", "\(triple)/kinds.o"])
        try folder.need("touch", ["-d", "2011-01-01 00:00:00", "\(triple)/kinds.o"])
        let inputs = ["old.a", "\(triple)/kinds.o", "\(triple)/again.o"].map(folder.path)
        for (flags, isSame) in [(["-U"], true), (["-D", "-U"], true), (["-U", "-D"], false)] {
            let outcome = LibtoolCommand.run(["-static", "-a", "-o", folder.path("ours.a")] + flags + inputs)
            #expect(outcome.status == 0, "\(outcome.errors)")
            try folder.need(LLVM.tool("libtool-darwin"), ["-static", "-U", "-o", folder.path("theirs.a")] + inputs)
            // The table's header contains the time at which the archive was made; only this differs.
            let (ours, theirs) = (try folder.bytes("ours.a"), try folder.bytes("theirs.a"))
            #expect((ours[36...] == theirs[36...]) == isSame, "\(flags)")
            let time = String(decoding: ours[24..<36], as: UTF8.self).trimmingCharacters(in: .whitespaces)
            #expect((abs(Date().timeIntervalSince1970 - (Double(time) ?? 0)) < 600) == isSame, "\(time)")
        }
    }

    @Test func `the dependency file matches llvm-libtool-darwin, including files that were not found`() throws {
        let triple = Self.arm
        try folder.need("cp", ["\(triple)/bsd.a", "\(triple)/libbsd.a"])
        let words = ["\(triple)/kinds.o", "\(triple)/again.o", "-Lnowhere", "-L\(triple)", "-lbsd"].map {
            $0.hasPrefix("-L") ? "-L" + folder.path(String($0.dropFirst(2))) : $0.hasPrefix("-") ? $0 : folder.path($0)
        }
        let output = ["-static", "-o", folder.path("out.a"), "-dependency_info"]
        let ours = LibtoolCommand.run(output + [folder.path("ours")] + words)
        #expect(ours.status == 0, "\(ours.errors)")
        try folder.need(LLVM.tool("libtool-darwin"), output + [folder.path("theirs")] + words)
        func records(_ name: String) throws -> [[UInt8]] {
            try folder.bytes(name).dropFirst().split(separator: 0, omittingEmptySubsequences: true).map(Array.init)
        }
        #expect(try records("ours").contains([0x11] + Array(folder.path("nowhere/libbsd.a").utf8)))
        #expect(try records("ours").dropFirst() == records("theirs").dropFirst())
        #expect(try folder.bytes("ours").starts(with: Array("\u{0}libtool (xbuild)\u{0}\u{10}".utf8)))
    }

    @Test(arguments: ["darwin", "gnu", "coff"])
    func `a table beyond 32 bits matches llvm-ar`(format: String) throws {
        let triple = ["darwin": Self.arm, "gnu": "x86_64-unknown-linux-gnu", "coff": "x86_64-pc-windows-msvc"][format]
        let names = try compileOthers(try #require(triple))
        let style: ArchiveStyle = format == "darwin" ? .darwin(isSorted: false) : format == "gnu" ? .gnu : .coff
        let members = try names.map { name in
            let view = ByteView(try folder.bytes(name), name: name)
            return try NewArchiveMember(name: name, object: ObjectFile(view))
        }
        // The start of the last member determines whether numbers have 32 or 64 bits: both tools must switch at one
        // size.
        let narrow = try ArchiveLayout(members, style: style).bytes()
        let last = try #require(try Archive(ByteView(narrow, name: "narrow")).members.last).headerOffset
        for threshold in [last - 1, last, last + 1, 1] {
            let ours = try ArchiveLayout(members, style: style, wideThreshold: threshold).bytes()
            try? FileManager.default.removeItem(atPath: folder.path("theirs.a"))
            let theirs = try folder.run(
                LLVM.tool("ar"), ["--format=\(format)", "qcsD", "theirs.a"] + names,
                environment: ["SYM64_THRESHOLD": "\(threshold)"])
            #expect(theirs.status == 0, "\(theirs.err)")
            #expect(try ours == folder.bytes("theirs.a"), "\(threshold) of \(last)")
        }
    }

    private func compileOthers(_ triple: String) throws -> [String] {
        let source = """
            extern int maybe(void) __attribute__((weak)); int tentative[3]; static int own;
            __attribute__((weak)) int replaceable(void) { return maybe ? maybe() : own; }
            __attribute__((visibility("hidden"))) int hidden = 4; int set = 5;
            """
        try folder.write(source + "\n", to: "kinds.c")
        try folder.write("int set(void) { return 1; } int other;\n", to: "again.c")
        try folder.write("\n", to: "nothing.c")
        try folder.need(
            "clang",
            ["--target=\(triple)", "-ffreestanding", "-nostdinc", "-fcommon", "-c", "kinds.c", "again.c", "nothing.c"])
        try folder.need("cp", ["again.o", "a_name_that_is_longer_than_sixteen_bytes.o"])
        try folder.need("cp", ["kinds.o", "name with spaces.o"])
        // Bytes after a wasm file would have to form a section.
        let filling: [UInt8] = triple.hasPrefix("wasm") ? [] : [0]
        try folder.write(try folder.bytes("nothing.o") + filling, to: "exactly15chars_.o")
        return [
            "kinds.o", "a_name_that_is_longer_than_sixteen_bytes.o", "nothing.o", "again.o", "name with spaces.o",
            "exactly15chars_.o",
        ]
    }

    static let otherTriples = [
        "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "armv7-unknown-linux-gnueabihf",
        "riscv64-unknown-linux-gnu", "s390x-unknown-linux-gnu", "x86_64-pc-windows-msvc", "i686-pc-windows-gnu",
        "wasm32-unknown-wasi",
    ]

    @Test(arguments: otherTriples)
    func `archives of other formats match llvm-ar`(triple: String) throws {
        let names = try compileOthers(triple)
        let paths = names.map(folder.path)
        for inputs in [paths, [paths[2]], [paths[0], paths[3], paths[0]]] {
            try? FileManager.default.removeItem(atPath: folder.path("theirs.a"))
            try folder.need(LLVM.tool("ar"), ["qcsD", "theirs.a"] + inputs)
            let ours = LibtoolCommand.run(["-static", "-o", folder.path("ours.a")] + inputs)
            #expect(ours.status == 0, "\(ours.errors)")
            #expect(try folder.bytes("ours.a") == folder.bytes("theirs.a"), "\(inputs)")
        }
        // Input archives are split into members; the members of a thin archive are separate files.
        let thin = triple.contains("windows") ? "theirs.a" : "thin.a"
        if thin == "thin.a" { try folder.need(LLVM.tool("ar"), ["--thin", "qcsD", thin] + names) }
        try folder.need(LLVM.tool("ar"), ["qcsDL", "all.a", thin, "theirs.a"])
        let ours = LibtoolCommand.run(["-o", folder.path("ours.a"), folder.path(thin), folder.path("theirs.a")])
        #expect(ours.status == 0, "\(ours.errors)")
        #expect(try folder.bytes("ours.a") == folder.bytes("all.a"))
    }

    @Test func `llvm-ranlib leaves libtool's archive unchanged`() throws {
        let ours = LibtoolCommand.run(["-a", "-o", folder.path("ours.a"), folder.path("\(Self.arm)/gnu.a")])
        #expect(ours.status == 0, "\(ours.errors)")
        let before = try folder.bytes("ours.a")
        try folder.need(LLVM.tool("ranlib"), ["-D", "ours.a"])
        #expect(try folder.bytes("ours.a") == before)
    }
}
