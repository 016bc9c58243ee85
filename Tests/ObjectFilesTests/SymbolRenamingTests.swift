import Foundation
import TestSupport
import Testing

@testable import ObjectFiles

/// Compares renamed symbols with LLVM's tools and linkers.
@Suite(.afterSetUp, .tags(.process)) struct SymbolRenamingTests {
    private let corpus: Corpus

    init() throws { corpus = try Corpus.shared.get() }

    /// The triples of every format whose symbol tables can be rewritten.
    static let triples = (Corpus.appleRows + Corpus.otherRows).map(\.triple).filter { !$0.contains("wasm") }

    private func renaming(_ triple: String, _ bytes: [UInt8]) throws -> SymbolRenaming {
        try SymbolRenaming(prefix: "P_", archives: [ByteView(bytes, name: "lib.a")])
    }

    @Test(arguments: triples)
    func `llvm-nm lists the same symbols with new names`(triple: String) throws {
        let bytes = try #require(corpus.objects[triple])
        let renaming = try renaming(triple, bytes)
        #expect(renaming.names == ["tentative", "initialized", "hidden", "replaceable", "entry", "where"])
        let folder = try TestFolder()
        try folder.write(bytes, to: "old.o")
        try folder.write(try renaming.apply(to: ByteView(bytes, name: "old.o")), to: "new.o")
        let old = try folder.need(LLVM.tool("nm"), ["-p", "old.o"])
        let new = try folder.need(LLVM.tool("nm"), ["-p", "new.o"])
        #expect(new == Self.renamed(old, renaming, triple) && new != old)
        for tool in [LLVM.tool("objdump")] {
            // Relocations name the symbols that they need.
            let before = try folder.need(tool, ["-r", "--no-show-raw-insn", "old.o"])
            let after = try folder.need(tool, ["-r", "--no-show-raw-insn", "new.o"])
            #expect(
                after.replacing("P_", with: "").replacing("new.o", with: "old.o") == before.replacing("P_", with: ""))
        }
    }

    /// Returns the expected output of llvm-nm for the new object: the old output with new names at the ends of lines.
    private static func renamed(_ listing: String, _ renaming: SymbolRenaming, _ triple: String) -> String {
        let mark = triple.contains("apple") ? "_" : ""
        return listing.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if let weak = line.firstRange(of: " .weak.") {
                return line[..<weak.upperBound] + "P_" + line[weak.upperBound...]
            }
            guard let name = line.split(separator: " ").last, name.hasPrefix(mark),
                renaming.names.contains(String(name.dropFirst(mark.count)))
            else { return String(line) }
            return line.dropLast(name.count) + mark + "P_" + name.dropFirst(mark.count)
        }.joined(separator: "\n")
    }

    @Test(arguments: triples.filter { !$0.contains("windows") })
    func `the symbols match llvm-objcopy's`(triple: String) throws {
        let bytes = try #require(corpus.objects[triple])
        let renaming = try renaming(triple, bytes)
        let mark = triple.contains("apple") ? "_" : ""
        let folder = try TestFolder()
        try folder.write(bytes, to: "old.o")
        try folder.write(
            renaming.names.sorted().map { "\(mark)\($0) \(mark)P_\($0)\n" }.joined(), to: "names")
        try folder.need(LLVM.tool("objcopy"), ["--redefine-syms=names", "old.o", "theirs.o"])
        try folder.write(try renaming.apply(to: ByteView(bytes, name: "old.o")), to: "ours.o")
        let theirs = try folder.need(LLVM.tool("nm"), ["-p", "theirs.o"])
        #expect(try folder.need(LLVM.tool("nm"), ["-p", "ours.o"]) == theirs)
        let arguments = ["--sections", "--relocations"]
        func read(_ name: String) throws -> [String] {
            // Offsets and sizes of string tables may differ; contents of sections may not.
            try folder.need(LLVM.tool("readobj"), arguments + [name]).split(separator: "\n").map(String.init).filter {
                !["File:", "Offset:", "Size:", "RelocationOffset:", "Name:"].contains(where: $0.contains)
            }
        }
        #expect(try read("ours.o") == read("theirs.o"))
    }

    @Test(arguments: triples)
    func `an archive's table of contents has the new names`(triple: String) throws {
        let bytes = try #require(corpus.archives[triple])
        let renaming = try renaming(triple, bytes)
        #expect(renaming.names.contains("second_member"))
        let folder = try TestFolder()
        try folder.write(try renaming.apply(to: ByteView(bytes, name: "lib.a")), to: "lib.a")
        let ours = try Archive(ByteView(try folder.bytes("lib.a"), name: "lib.a"))
        try folder.need(LLVM.tool("ranlib"), ["-D", "lib.a"])
        let theirs = try Archive(ByteView(try folder.bytes("lib.a"), name: "lib.a"))
        #expect(try Set(ours.index()?.map(\.symbol) ?? []) == Set(theirs.index()?.map(\.symbol) ?? []))
        #expect(ours.members.map(\.name) == ["a.o", "b.o"])
        for entry in try ours.index() ?? [] {
            let member = try #require(ours.members.first { $0.headerOffset == entry.memberOffset })
            // In COFF, the table also lists weak references.
            let isThere = try member.object().symbols().contains { $0.name == entry.symbol && $0.isExternal }
            #expect(isThere)
        }
        #expect(try ours.index()?.contains { $0.symbol.hasSuffix("P_second_member") } == true)
    }

    @Test func `a fat archive is renamed slice by slice`() throws {
        let slices = ["armv7", "arm64"].map { ($0, corpus.archive($0)) }
        let bytes = ByteView(try FatFile.merge(slices: slices), name: "fat.a")
        let renaming = try SymbolRenaming(prefix: "P_", archives: [bytes])
        let result = ByteView(try renaming.apply(to: bytes), name: "fat.a")
        for slice in try FatFile(result).slices {
            let symbols = try Archive(slice.bytes).index()?.map(\.symbol) ?? []
            #expect(symbols.contains("_P_entry") && !symbols.contains("_entry"))
        }
    }

    @Test func `renaming twice equals renaming once`() throws {
        let bytes = ByteView(corpus.object("arm64"), name: "a.o")
        let once = ByteView(try renaming("", bytes.bytes()).apply(to: bytes), name: "a.o")
        let again = try SymbolRenaming(prefix: "P_", archives: [once])
        #expect(again.names.isEmpty)
        #expect(try again.apply(to: once) == once.bytes())
    }

    @Test func `files that cannot be renamed are refused`() throws {
        let wasm = ByteView(try #require(corpus.objects["wasm32-unknown-wasi"]), name: "a.o")
        let renaming = SymbolRenaming(prefix: "P_", names: ["entry"])
        #expect(throws: ObjectFileError.self) { try renaming.apply(to: wasm) }
        #expect(throws: ObjectFileError.self) { try renaming.apply(to: ByteView(Array("text".utf8), name: "t")) }
    }

    @Test(arguments: ["P_", "_", "a1"], ["1a", "", "a-b", "a b", "é"])
    func `a prefix is the beginning of a C identifier`(good: String, bad: String) {
        #expect(SymbolRenaming.isPrefix(good) && !SymbolRenaming.isPrefix(bad))
    }

    // MARK: Linking

    private static let library = """
        int counter_value = START;
        static int step(void) { return 1; }
        int counter_step(void) { return step(); }
        int counter_next(void) { counter_value += counter_step(); return counter_value; }
        """
    private static let program = """
        int printf(const char *, ...);
        int counter_next(void); int P_counter_next(void);
        int main(void) { int a = counter_next(); int b = P_counter_next(); b = P_counter_next();
            printf("%d %d\\n", a, b); return 0; }
        """

    /// Makes two libraries: `plain.a` counts from 10, `renamed.a` from 20.
    private func makeLibraries(_ folder: TestFolder, _ flags: [String]) throws {
        try folder.write(Self.library, to: "counter.c")
        for (name, start) in [("plain", 10), ("other", 20)] {
            try folder.need("clang", flags + ["-DSTART=\(start)", "-c", "counter.c", "-o", "\(name).o"])
            try folder.need(LLVM.tool("ar"), ["rcs", "\(name).a", "\(name).o"])
        }
        let other = ByteView(try folder.bytes("other.a"), name: "other.a")
        let renaming = try SymbolRenaming(prefix: "P_", archives: [other])
        try folder.write(try renaming.apply(to: other), to: "renamed.a")
    }

    @Test(
        arguments: [[], ["-g", "-O2"], ["-ffunction-sections", "-fPIC"], ["-O2", "-fno-plt", "-fcommon"]],
        ["-fuse-ld=lld", "-fuse-ld=gold", "-fuse-ld=bfd"])
    func `a library and its renamed copy link into one Linux program and both work`(flags: [String], linker: String)
        throws
    {
        let folder = try TestFolder()
        try makeLibraries(folder, flags)
        try folder.write(Self.program, to: "main.c")
        let link = try folder.run("clang", [linker, "main.c", "plain.a", "renamed.a", "-o", "program"])
        // Some machines lack some of the linkers.
        if link.err.contains("invalid linker name") { return }
        #expect(link.status == 0, "\(link.err)")
        #expect(try folder.need("./program", []) == "11 22\n")
    }

    @Test(arguments: [
        ("arm64", "macos", "13.0", "arm64-apple-macos13"), ("x86_64", "macos", "13.0", "x86_64-apple-macos13"),
    ])
    func `lld links a library and its renamed copy for Apple's platforms`(
        architecture: String, platform: String, version: String, triple: String
    ) throws {
        let folder = try TestFolder()
        try makeLibraries(folder, ["-target", triple, "-ffreestanding", "-nostdinc"])
        try folder.need(
            "ld64.lld-19",
            [
                "-dylib", "-arch", architecture, "-platform_version", platform, version, version, "-undefined",
                "dynamic_lookup", "-all_load", "plain.a", "renamed.a", "-o", "both.dylib",
            ])
        let symbols = try folder.need(LLVM.tool("nm"), ["-gUj", "both.dylib"]).split(separator: "\n").sorted()
        #expect(
            symbols == [
                "_P_counter_next", "_P_counter_step", "_P_counter_value", "_counter_next", "_counter_step",
                "_counter_value",
            ])
    }

    @Test(.timeLimit(.minutes(10)), arguments: triples)
    func `mutated files are renamed or refused`(triple: String) throws {
        var mutator = Mutator(seed: 7)
        let renaming = SymbolRenaming(prefix: "P_", names: ["entry", "hidden", "where", "second_member"])
        for seed in [try #require(corpus.objects[triple]), try #require(corpus.archives[triple])] {
            for _ in 0..<150 {
                let bytes = ByteView(mutator.mutated(seed), name: "tampered")
                _ = try? renaming.apply(to: bytes)
            }
        }
    }
}
