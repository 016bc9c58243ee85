import ObjectFiles
import TestSupport
import Testing

@Suite(.tags(.process)) struct ELFTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func compile(_ flags: [String]) throws -> ObjectSummary {
        try folder.write("int f(void); int g(void) { return f(); }\n", to: "a.c")
        try folder.need("clang", ["--target=x86_64-unknown-linux-gnu", "-ffreestanding", "a.c", "-o", "a.o"] + flags)
        return try ObjectFile(ByteView(folder.bytes("a.o"), name: "a.o")).summary()
    }

    @Test func `an executable stack is detected in objects`() throws {
        #expect(try !compile(["-c"]).hasExecutableStack)
        #expect(try compile(["-c", "-Wa,--execstack", "-fno-integrated-as"]).hasExecutableStack)
    }

    @Test func `a shared library lists its dynamic symbols`() throws {
        let summary = try compile(["-shared", "-nostdlib", "-fPIC", "-fuse-ld=lld", "-Wl,-s"])
        #expect(summary.kind == .dynamicLibrary)
        #expect(summary.definedSymbols == ["g"])
        #expect(summary.undefinedSymbols.map(\.name) == ["f"])
        #expect(!summary.hasExecutableStack)
    }

    @Test func `a shared library does not offer replaced versions of a symbol`() throws {
        let source = """
            __asm__(".symver old_f, f@V1");
            __asm__(".symver old_g, g@V1");
            __asm__(".symver new_g, g@@V2");
            int old_f(void) { return 0; }
            int old_g(void) { return 1; }
            int new_g(void) { return 2; }

            """
        try folder.write(source, to: "a.c")
        try folder.write("V1 { local: old_*; };\nV2 { local: new_*; } V1;\n", to: "a.map")
        let flags = ["-shared", "-nostdlib", "-fPIC", "-Wl,--version-script=a.map", "-O1", "a.c", "-o", "a.so"]
        try folder.need("gcc", flags)
        let library = try ELFFile(ByteView(folder.bytes("a.so"), name: "a.so"))
        #expect(try library.summary().definedSymbols.filter { !$0.hasPrefix("V") } == ["g"])
        // readelf writes the version of a default symbol after `@@`, and a version itself as a symbol without one.
        let listed = try folder.need("readelf", ["-W", "--dyn-syms", "a.so"])
            .split(whereSeparator: \.isWhitespace).filter { $0.contains("@") }
            .map { String($0.replacing("@@", with: "@")) }
        #expect(Set(try library.versionedSymbols()).subtracting(["V1@V1", "V2@V2"]) == Set(listed))
        #expect(listed.contains("f@V1") && listed.contains("g@V2"))
    }

    @Test func `debug information is detected in ELF`() throws {
        #expect(try compile(["-c", "-g"]).hasDebugInformation)
        #expect(try !compile(["-c"]).hasDebugInformation)
    }

    @Test(arguments: [
        ("s390x-unknown-linux-gnu", "s390x"), ("powerpc64-unknown-linux-gnu", "powerpc64"),
        ("powerpc64le-unknown-linux-gnu", "powerpc64le"), ("mips-unknown-linux-gnu", "mips"),
        ("riscv64-unknown-linux-gnu", "riscv64"), ("riscv32-unknown-elf", "riscv32"),
        ("i386-unknown-linux-gnu", "i386"), ("aarch64_be-unknown-linux-gnu", "aarch64_be"),
    ])
    func `symbols match llvm-nm for other processors, word sizes and byte orders`(triple: String, architecture: String)
        throws
    {
        let source = """
            @data = global i32 7
            declare i32 @needed(i32)
            define i32 @entry(i32 %x) {
              %r = call i32 @needed(i32 %x)
              ret i32 %r
            }
            """
        try folder.write(source, to: "a.ll")
        try folder.need("llc-22", ["-mtriple=\(triple)", "-filetype=obj", "a.ll", "-o", "a.o"])
        let summary = try ObjectFile(ByteView(folder.bytes("a.o"), name: "a.o")).summary()
        #expect(summary.architecture == architecture)
        let undefined = try folder.need(LLVM.tool("nm"), ["-j", "--undefined-only", "a.o"])
        let defined = try folder.need(LLVM.tool("nm"), ["-j", "--defined-only", "--extern-only", "a.o"])
        #expect(summary.undefinedSymbols.map { "\($0.name)\n" }.joined() == undefined)
        #expect(summary.definedSymbols.sorted().map { "\($0)\n" }.joined() == defined)
        #expect(summary.definedSymbols.sorted() == ["data", "entry"])
    }
}
