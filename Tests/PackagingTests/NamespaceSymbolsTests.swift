import Actions
import Basics
import Foundation
import Steps
import Targets
import TestSupport
import Testing

@testable import Packaging

/// Compiles and links programs with a library whose symbols are renamed.
@Suite(.tags(.process)) struct NamespaceSymbolsTests {
    private static let target = Target.named("linux-gnu-x86_64")

    @Test func `a program can use a library together with its renamed copy`() async throws {
        let bench = try ToolBench()
        let header = "#ifndef Z_H\n#define Z_H\nint z_next(void);\nextern int z_value;\n#endif\n"
        let folder = "slices/linux-gnu-x86_64"
        try bench.write(Array(header.utf8), to: "\(folder)/include/z/z.h")
        try bench.write(Array("#include \"../z.h\"\n".utf8), to: "\(folder)/include/z/deep/y.h")
        try bench.write(
            Array("#include \"z/z.h\"\nint z_value = 1;\nint z_next(void) { return z_value++; }\n".utf8), to: "z.c")
        try bench.write(Array("text".utf8), to: "\(folder)/lib/pkgconfig/z.pc")
        try bench.tool("clang", "-I", "\(folder)/include", "-c", "z.c", "-o", "z.o")
        try bench.tool("llvm-ar-22", "rcs", "\(folder)/lib/libz.a", "z.o")
        let run = StepRun()
        let inputs = Directory(["slices": .directory(try run.tree(at: bench.root.appending(path: "slices")))])
        let outcome = try await run.run(NamespaceSymbols.self, .init(target: Self.target, prefix: "P_"), inputs)
        try run.write(outcome, to: bench)
        let texts = try run.texts(outcome)
        #expect(texts["prefix/include/z/z.h"] == "#include \"P_symbols.h\"\n" + header)
        #expect(texts["prefix/include/z/deep/y.h"] == "#include \"../P_symbols.h\"\n#include \"../z.h\"\n")
        #expect(texts["prefix/lib/pkgconfig/z.pc"] == "text")
        let names = try #require(texts["prefix/include/z/P_symbols.h"])
        #expect(names.contains("#define z_next P_z_next\n#define z_value P_z_value\n"))
        #expect(run.lines == ["symbols with the new prefix `P_`: 2"])

        try bench.write(Array("#include \"z/z.h\"\nint other(void) { return z_next() + z_next(); }\n".utf8), to: "o.c")
        try bench.write(
            Array(
                """
                #include "z/z.h"
                int other(void);
                int printf(const char *, ...);
                int main(void) { printf("%d ", z_next()); printf("%d %d\\n", other(), z_value); return 0; }
                """.utf8), to: "main.c")
        try bench.tool("clang", "-I", "prefix/include", "-c", "o.c", "-o", "o.o")
        try bench.tool(
            "clang", "-I", "\(folder)/include", "main.c", "o.o", "\(folder)/lib/libz.a", "prefix/lib/libz.a", "-o", "p")
        #expect(try bench.tool("./p") == "1 3 2\n")
    }

    @Test func `headers stay unchanged if there are no symbols to rename`() async throws {
        let run = StepRun()
        let inputs = run.tree(["slices/linux-gnu-x86_64/include/z.h": "int z;\n"])
        let outcome = try await run.run(NamespaceSymbols.self, .init(target: Self.target, prefix: "P_"), inputs)
        #expect(try run.texts(outcome) == ["prefix/include/z.h": "int z;\n"])
    }
}
