import Foundation
import ObjectFiles
import TestSupport
import Testing

/// The probe linker in cases without another linker to compare with: old processors, its output, its use by clang.
@Suite(.tags(.process)) struct ProbeCommandTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("sysroot/usr/lib"), withIntermediateDirectories: true)
        try folder.write(ProbeDifferentialTests.sysroot, to: "sysroot/usr/lib/libSystem.tbd")
        try folder.write(#"{"Version":"9.0","CanonicalName":"iphoneos9.0"}"#, to: "sysroot/SDKSettings.json")
    }

    private func compile(_ source: String, to name: String, _ triple: String = "armv7-apple-ios9.0") throws {
        try folder.write(source + "\n", to: "source.c")
        try folder.need(
            "clang", ["--target=\(triple)", "-ffreestanding", "-nostdinc", "-c", "source.c", "-o", name])
    }

    /// Links for armv7 on iOS 9; words with a dot are files of the folder.
    private func link(_ words: String...) -> ToolOutcome {
        let target = [
            "-arch", "armv7", "-platform_version", "ios", "9.0", "9.0", "-syslibroot", folder.path("sysroot"),
        ]
        var outcome = ProbeCommand.run(target + words.map { $0.contains(".") ? folder.path($0) : $0 })
        outcome.errors = outcome.errors.replacingOccurrences(of: folder.url.path + "/", with: "")
        return outcome
    }

    @Test func `a missing symbol is reported with lld's message and the objects that need it`() throws {
        try compile("void nowhere(void); int main(void) { nowhere(); return 0; }", to: "a.o")
        try compile("void nowhere(void); void f(void) { nowhere(); }", to: "b.o")
        let outcome = link("a.o", "b.o", "-lSystem", "-o", "out.x")
        #expect(
            outcome.errors == """
                ld64.lld: error: undefined symbol: _nowhere
                >>> referenced by a.o
                >>> referenced by b.o

                """)
        #expect(outcome.status == 1)
        #expect(!folder.exists("out.x"))
    }

    @Test func `symbols of the compiler's runtime count as defined`() throws {
        try compile("unsigned long long f(unsigned long long a, unsigned long long b) { return a / b; }", to: "a.o")
        let object = try ObjectFile(ByteView(folder.bytes("a.o"), name: "a.o"))
        #expect(try object.summary().undefinedSymbols.map(\.name) == ["___udivdi3"])
        #expect(link("-dylib", "a.o", "-lSystem", "-o", "out.x").status == 0)
        try compile("void f(void) { extern void g(void) __asm__(\"___udivdi33\"); g(); }", to: "b.o")
        #expect(link("-dylib", "b.o", "-lSystem", "-o", "out.x").status == 1)
    }

    @Test(arguments: ["armv7-apple-ios9.0", "arm64-apple-ios9.0"])
    func `clang with the probe linker links a correct program and fails for a missing symbol`(triple: String) throws {
        let program = try #require(BuiltProgram.path("probe-ld"))
        let flags = [
            "--target=\(triple)", "-mlinker-version=820", "-isysroot", folder.path("sysroot"), "--ld-path=\(program)",
            "-ffreestanding", "-nostdinc",
        ]
        try folder.write("void puts(const char *); int main(void) { puts(\"\"); return 0; }\n", to: "good.c")
        try folder.write("void absent(void); int main(void) { absent(); return 0; }\n", to: "bad.c")
        let good = try folder.run("clang", flags + ["good.c", "-o", "good"])
        #expect(good.status == 0, "\(good.err)")
        #expect(FileManager.default.isExecutableFile(atPath: folder.path("good")))
        let bad = try folder.run("clang", flags + ["bad.c", "-o", "bad"])
        #expect(bad.status == 1)
        #expect(bad.err.contains("undefined symbol: _absent"))
        #expect(!folder.exists("bad"))
    }

    @Test func `the output is a Mach-O file of the right kind, the same every time`() throws {
        try compile("int b, a = 1; int main(void) { return a + b; }", to: "a.o")
        #expect(link("a.o", "-lSystem", "-o", "out.x").status == 0)
        let first = try folder.bytes("out.x")
        #expect(link("a.o", "-lSystem", "-o", "out.x").status == 0)
        #expect(try folder.bytes("out.x") == first)
        let summary = try ObjectFile(ByteView(first, name: "out.x")).summary()
        #expect(summary.kind == .executable)
        #expect(summary.architecture == "armv7")
        #expect(summary.platform == .iOS)
        #expect(summary.minimumVersion == PackedVersion(9))
        #expect(summary.definedSymbols == ["_a", "_b", "_main"])
        let header = try folder.need(LLVM.tool("objdump"), ["--macho", "--private-header", "out.x"])
        #expect(header.contains("EXECUTE"))
        #expect(try folder.need(LLVM.tool("nm"), ["-j", "out.x"]) == "_a\n_b\n_main\n")
    }

    @Test func `strings of the objects are in the output`() throws {
        try compile("const char words[] = \"INFO:size[04]\"; int main(void) { return words[0]; }", to: "a.o")
        #expect(link("a.o", "-lSystem", "-o", "out.x").status == 0)
        let strings = try folder.need("strings", ["-a", "out.x"])
        #expect(strings.contains("INFO:size[04]\n"))
    }

    @Test func `a library that the probe linker made can be linked against`() throws {
        try compile("void shared_function(void) {}", to: "lib.o")
        try compile("void shared_function(void); int main(void) { shared_function(); return 0; }", to: "main.o")
        #expect(link("-dylib", "lib.o", "-install_name", "/x", "-lSystem", "-o", "libx.dylib").status == 0)
        #expect(link("main.o", "libx.dylib", "-lSystem", "-o", "out.x").status == 0)
        #expect(link("main.o", "-lSystem", "-o", "out.x").status == 1)
    }

    @Test func `file lists and response files are read`() throws {
        try compile("int main(void) { return 0; }", to: "a b.o")
        try folder.write(folder.path("a b.o") + "\n", to: "files.txt")
        #expect(link("-filelist", "files.txt", "-lSystem", "-o", "out.x").status == 0)
        try folder.write("'\(folder.path("a b.o"))' -lSystem\n-o \"\(folder.path("out.y"))\"\n", to: "words.txt")
        let target = [
            "-arch", "armv7", "-platform_version", "ios", "9.0", "9.0", "-syslibroot", folder.path("sysroot"),
        ]
        #expect(ProbeCommand.run(target + ["@" + folder.path("words.txt")]).status == 0)
        #expect(folder.exists("out.y"))
    }

    @Test(arguments: ["-v", "--version"])
    func `the version option prints the version`(flag: String) {
        #expect(ProbeCommand.run([flag]) == ToolOutcome(output: ProbeCommand.version))
    }

    @Test(arguments: [
        (["a.o"], "must specify -arch"), (["-arch", "armv7", "a.o"], "must specify -platform_version"),
        (["-arch", "armv9"], "missing or unsupported -arch armv9"),
        (["-arch", "armv7", "-platform_version", "mars", "1", "1"], "malformed platform: mars"),
        (["-arch", "armv7", "-platform_version", "ios", "x", "1"], "malformed version: x"),
        (["-o"], "-o: missing argument"), (["-r", "a.o"], "-r: the probe linker makes no objects"),
    ])
    func `an incomplete command line is refused`(words: [String], message: String) {
        let outcome = ProbeCommand.run(words)
        #expect(outcome == ToolOutcome(errors: "ld64.lld: error: \(message)\n", status: 1))
    }
}
