import ObjectFiles
import TestSupport
import Testing

/// Compares `nm`'s lists with those of llvm-nm, letter by letter and space by space.
@Suite(.afterSetUp, .tags(.process)) struct NameListTests {
    private let corpus: Corpus
    private let folder: TestFolder

    init() throws {
        corpus = try Corpus.shared.get()
        folder = try TestFolder()
    }

    private func list(_ file: String, _ options: NameListOptions = NameListOptions()) throws -> ToolOutcome {
        // llvm-nm runs in the folder, so it prints this relative name too.
        try NameListing(options, hasSeveralFiles: false).outcome(ByteView(folder.bytes(file), name: file), thin: nil)
    }

    /// A source with every kind of symbol that has its own letter.
    private static let source = """
        extern int needed(int); extern int maybe(int) __attribute__((weak)); extern int elsewhere;
        int tentative[40]; int initialized = 3; const int constant[2] = {1, 2}; static int zeros; static int more = 7;
        __attribute__((visibility("hidden"))) int hidden = 4;
        __attribute__((weak)) int replaceable(void) { return 1; }
        __attribute__((weak)) int weakData = 2;
        static int local(int x) { return x * 7 + needed(x); }
        int (*const table[])(int) = {local, needed};
        #if __has_feature(tls)
        _Thread_local
        #endif
        int perThread;
        int entry(int x) { zeros += x; return more++ + (maybe ? maybe(x) : 0) + tentative[x & 31] + elsewhere; }
        int thread(void) { return perThread; }
        """

    static let triples =
        (Corpus.appleRows + Corpus.otherRows).map(\.triple) + [
            "i686-pc-windows-gnu", "aarch64-pc-windows-msvc", "i686-unknown-linux-gnu", "x86_64-unknown-linux-gnux32",
        ]

    @Test(arguments: triples)
    func `symbol letters match llvm-nm in every format`(triple: String) throws {
        try folder.write(Self.source, to: "a.c")
        try folder.need(
            "clang", ["--target=\(triple)", "-ffreestanding", "-nostdinc", "-fcommon", "-O1", "-c", "a.c", "-o", "a.o"])
        let expected = try folder.need(LLVM.tool("nm"), ["a.o"])
        #expect(expected.split(separator: "\n").count >= 16)
        #expect(try list("a.o").output == expected)
    }

    @Test(arguments: [
        "riscv64-unknown-linux-gnu", "s390x-unknown-linux-gnu", "powerpc64le-unknown-linux-gnu",
        "mips-unknown-linux-gnu", "loongarch64-unknown-linux-gnu", "wasm64-unknown-unknown",
    ])
    func `symbol letters match llvm-nm in llc's objects for other processors`(triple: String) throws {
        let source = """
            @data = global i32 7
            @tls = thread_local global i32 7
            @constant = internal constant [2 x i32] [i32 1, i32 2]
            declare i32 @needed(i32)
            define internal i32 @local(i32 %x) noinline {
              %p = getelementptr [2 x i32], ptr @constant, i32 0, i32 %x
              %r = load i32, ptr %p
              ret i32 %r
            }
            define weak i32 @entry(i32 %x) {
              %a = call i32 @needed(i32 %x)
              %b = call i32 @local(i32 %a)
              ret i32 %b
            }
            """
        try folder.write(source, to: "a.ll")
        try folder.need("llc-22", ["-O0", "-mtriple=\(triple)", "-filetype=obj", "a.ll", "-o", "a.o"])
        #expect(try list("a.o").output == folder.need(LLVM.tool("nm"), ["a.o"]))
    }

    struct Option: CustomTestStringConvertible, Sendable {
        var flag: String
        var options = NameListOptions()
        var testDescription: String { flag }

        init(_ flag: String, _ change: (inout NameListOptions) -> Void) {
            self.flag = flag
            change(&options)
        }
    }

    static let options = [
        Option("--extern-only") { $0.isExternalOnly = true }, Option("--undefined-only") { $0.isUndefinedOnly = true },
        Option("--defined-only") { $0.isDefinedOnly = true }, Option("--no-sort") { $0.isSorted = false },
        Option("--just-symbol-name") { $0.isNamesOnly = true }, Option("--print-file-name") { $0.namesFiles = true },
    ]

    @Test(arguments: options)
    func `options behave as in llvm-nm for archives and fat files`(row: Option) throws {
        try folder.write(corpus.archives["x86_64-unknown-linux-gnu"] ?? [], to: "elf.a")
        try folder.write(corpus.archives["x86_64-pc-windows-msvc"] ?? [], to: "coff.lib")
        try folder.write(corpus.archive("armv7"), to: "armv7.a")
        try folder.write(corpus.archive("arm64"), to: "arm64.a")
        try folder.need(LLVM.tool("lipo"), ["-create", "armv7.a", "arm64.a", "-output", "fat.a"])
        try folder.write(corpus.object("armv7"), to: "armv7.o")
        try folder.write(corpus.object("arm64"), to: "arm64.o")
        try folder.need(LLVM.tool("lipo"), ["-create", "armv7.o", "arm64.o", "-output", "fat.o"])
        for file in ["elf.a", "coff.lib", "armv7.a", "fat.a", "fat.o", "arm64.o"] {
            let expected = try folder.need(LLVM.tool("nm"), ["--arch=all", row.flag, file])
            #expect(!expected.isEmpty)
            #expect(try list(file, row.options).output == expected, "\(file)")
        }
    }

    @Test func `an import library lists the DLL's exports`() throws {
        try folder.write("LIBRARY foo.dll\nEXPORTS\n  func\n  var DATA\n  numbered @5 NONAME\n", to: "foo.def")
        for (machine, file) in [("i386:x86-64", "foo.lib"), ("i386", "foo32.lib"), ("arm64", "fooarm.lib")] {
            try folder.need(LLVM.tool("dlltool"), ["-m", machine, "-d", "foo.def", "-l", file])
            let expected = try folder.need(LLVM.tool("nm"), [file])
            #expect(expected.contains("__imp_"))
            #expect(try list(file).output == expected)
        }
    }

    @Test func `an object without symbols and a member that is not an object are reported`() throws {
        try folder.write("", to: "empty.c")
        try folder.need("clang", ["--target=x86_64-unknown-linux-gnu", "-c", "empty.c", "-o", "empty.o"])
        #expect(try list("empty.o") == ToolOutcome(errors: "empty.o: no symbols\n"))
        try folder.write(HandMade.archiveMagic + HandMade.member("note", Array("hello".utf8)), to: "lib.a")
        let outcome = try list("lib.a")
        #expect(outcome.status == 1)
        #expect(outcome.errors == "error: `lib.a(note)`: not an object, an archive or a fat file\n")
    }
}
