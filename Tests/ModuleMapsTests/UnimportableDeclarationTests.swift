import Foundation
import TestSupport
import Testing

@testable import ModuleMaps

/// Finds the declarations that Swift cannot import, from the output of clang and Swift.
@Suite(.tags(.process)) struct UnimportableDeclarationTests {
    private static let header = """
        #ifndef Z_H
        #define Z_H
        #include <stdarg.h>
        #define Z_API __attribute__((visibility("default")))
        #define Z_VERSION 13
        #define Z_TEXT "1.3"
        #define Z_SAME Z_VERSION
        #define Z_MAX(a, b) ((a) > (b) ? (a) : (b))
        #define Z_LARGEST Z_MAX(1, 2)
        #define Z_OLD_OPEN z_open
        #define Z_WORD unsigned long
        #define Z_NOTHING ((struct z *)0)
        #define Z_GONE(x) x
        #undef Z_GONE
        struct z { int a; };
        Z_API struct z *z_open(const char *path);
        Z_API int z_print(struct z *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
        Z_API int z_vprint(struct z *file, const char *format, va_list arguments);
        Z_API void z_log(const char *format, ...);
        static inline int z_twice(int x) { return x + x; }
        Z_API long double z_long(long double x);
        #endif
        """

    private func bench() throws -> (Workbench, PreprocessedHeaders) {
        let bench = try Workbench([
            "include/z.h": Self.header, "include/module.modulemap": "module Z { header \"z.h\" export * }\n",
        ])
        let include = bench.root.appending(path: "include").path(percentEncoded: false)
        let printed = try bench.run(["clang", "-E", "-dD", "-w", include + "/z.h"])
        #expect(printed.status == 0, "\(printed.output)")
        return (bench, PreprocessedHeaders(printed.output, below: include))
    }

    @Test func `macros and functions of the library's own headers are found, and no others`() throws {
        let (_, headers) = try bench()
        #expect(
            headers.macros.map(\.name) == [
                "Z_H", "Z_API", "Z_VERSION", "Z_TEXT", "Z_SAME", "Z_MAX", "Z_LARGEST", "Z_OLD_OPEN", "Z_WORD",
                "Z_NOTHING",
            ])
        #expect(headers.macros[5].parameters == ["a", "b"] && headers.macros[5].line == 8)
        #expect(
            headers.functions.map(\.name) == ["z_open", "z_print", "z_vprint", "z_log", "z_twice", "z_long"])
        #expect(headers.functions.map(\.isVariadic) == [false, true, false, true, false, false])
        #expect(headers.functions[1].parameters == ["struct z *file", "const char *format"])
        #expect(headers.functions[0].result == "struct z *")
    }

    @Test func `exactly the declarations that the Swift interface lacks are reported`() throws {
        let (bench, headers) = try bench()
        let swiftc = try bench.run(["sh", "-c", "readlink -f $(command -v swiftc)"]).output
        let resources = URL(filePath: swiftc.trimmingCharacters(in: .whitespacesAndNewlines))
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "lib/swift")
        let printed = try bench.run([
            "swift-synthesize-interface", "-module-name", "Z", "-target", "x86_64-unknown-linux-gnu", "-I", "include",
            "-sdk", "/", "-resource-dir", resources.path(percentEncoded: false), "-module-cache-path", "cache", "-o",
            "-",
        ])
        try #require(printed.status == 0, "\(printed.output)")
        let declarations = UnimportableDeclaration.all(in: headers, seen: printed.output)
        #expect(
            declarations.map(\.name)
                == [
                    "Z_MAX", "Z_LARGEST", "Z_OLD_OPEN", "Z_WORD", "Z_NOTHING", "z_print", "z_log", "z_long",
                ].filter { $0 != "z_long" || !printed.output.contains("z_long") })
        #expect(
            declarations[0].text.hasPrefix("`Z_MAX` (z.h:8): a macro that takes arguments\n  shim: static inline TYPE"))
        #expect(declarations[1].reason == .usesMacro("Z_MAX"))
        #expect(declarations[2].reason == .alias(of: "z_open") && declarations[2].shim == "call `z_open`")
        #expect(
            declarations[5].shim
                == "static inline int swift_z_print(struct z * a0, const char * a1) { return z_print(a0, a1); }")
    }

    @Test func `the header of shims compiles`() throws {
        let (bench, headers) = try bench()
        let declarations = UnimportableDeclaration.all(in: headers, seen: "")
        try bench.write("#include \"include/z.h\"\n" + UnimportableDeclaration.header(for: declarations), to: "shims.h")
        let result = try bench.run(["clang", "-fsyntax-only", "-Wno-everything", "-x", "c", "shims.h"])
        #expect(result.status == 0, "\(result.output)")
    }

    private static func repeated(_ count: Int, _ text: (Int) -> String) -> String {
        (0..<count).map(text).joined()
    }

    /// Headers that took hours when each declaration was compared with all earlier ones.
    private static let endless: [(name: String, text: String, macros: Int, functions: Int)] = [
        ("macros", repeated(30_000) { "#define Z\($0)\n" }, 30_000, 0),
        ("one macro", repeated(30_000) { "#define Z \($0)\n#undef Y\($0)\n" }, 1, 0),
        ("bodies", repeated(30_000) { _ in "x {} " } + ";", 0, 0),
        ("decorations", repeated(20_000) { _ in "asm({)}) " } + "int f(void);", 0, 1),
        ("words", "int f(" + repeated(30_000) { "word\($0) " } + ");", 0, 1),
    ]

    @Test(.timeLimit(.minutes(10)), arguments: endless.indices)
    func `headers with many declarations are read in bounded time`(index: Int) {
        let row = Self.endless[index]
        let headers = PreprocessedHeaders("# 1 \"/z/z.h\"\n\(row.text)\n", below: "/z")
        #expect(headers.macros.count == row.macros && headers.functions.count == row.functions, "\(row.name)")
    }

    @Test func `a line marker with an impossibly large number is ignored`() {
        let text = "# 5 \"/z/z.h\"\n# \(Int.max) \"/z/z.h\"\n#define Z\n"
        #expect(PreprocessedHeaders(text, below: "/z").macros.map(\.line) == [6])
    }
}
