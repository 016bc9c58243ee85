import ObjectFiles
import TestSupport
import Testing

/// Compares position independence with the compiler's arguments.
@Suite(.tags(.process)) struct PositionIndependenceTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    struct Row: CustomTestStringConvertible, Sendable {
        var triple: String
        var flags: [String]
        var expected: PositionIndependence
        var testDescription: String { "\(triple) \(flags.joined(separator: " "))" }

        init(_ triple: String, _ flags: String, _ expected: PositionIndependence) {
            self.triple = triple
            self.flags = flags.split(separator: " ").map(String.init)
            self.expected = expected
        }
    }

    /// Addresses of local and external symbols, a jump table, floating-point constants.
    private static let source = """
        extern int elsewhere, needed(int); static int here; int common; static int counts[64];
        int loud(int a) {
          switch (a) {
          case 0: return needed(5); case 1: return 8 * here; case 2: return elsewhere; case 3: return needed(77);
          case 4: return common; case 5: return needed(9) + here++; case 6: return counts[a]++; }
          return a;
        }
        int *where(int a) { return a ? &elsewhere : a < 0 ? &here : counts + a; }
        double number(double a) { return a * 3.25 + 1.5; }
        """

    static let objects = [
        Row("x86_64-unknown-linux-gnu", "-fPIC", .independent), Row("x86_64-unknown-linux-gnu", "-fPIE", .independent),
        Row("x86_64-unknown-linux-gnu", "-fno-pic", .dependent), Row("i686-unknown-linux-gnu", "-fPIC", .independent),
        Row("i686-unknown-linux-gnu", "-fno-pic", .dependent),
        Row("armv7-unknown-linux-gnueabihf", "-fPIC", .independent),
        Row("armv7-unknown-linux-gnueabihf", "-fno-pic", .dependent),
        Row("armv5te-unknown-linux-gnueabi", "-fno-pic", .dependent),
        Row("armv7-unknown-linux-gnueabihf", "-mthumb -fno-pic", .dependent),
        Row("aarch64-unknown-linux-gnu", "-fPIC", .independent),
        Row("aarch64-unknown-linux-gnu", "-mcmodel=large -fno-pic", .dependent),
        // Without the large code model, addresses are relative to pages even with `-fno-pic`.
        Row("aarch64-unknown-linux-gnu", "-fno-pic", .independent),
        Row("arm64-apple-ios12.0", "", .independent), Row("x86_64-apple-macos11.0", "", .independent),
        Row("armv7-apple-ios9.0", "", .independent), Row("armv7-apple-ios9.0", "-mdynamic-no-pic", .dependent),
        Row("armv7k-apple-watchos4.0", "", .independent), Row("arm64_32-apple-watchos5.0", "", .independent),
        Row("i386-apple-ios9.0-simulator", "", .independent),
        Row("i386-apple-macos10.9", "-mdynamic-no-pic", .dependent),
        Row("wasm32-unknown-emscripten", "-fPIC", .independent), Row("wasm32-unknown-wasi", "", .dependent),
        Row("x86_64-pc-windows-msvc", "", .notApplicable),
    ]

    private func read(_ name: String) throws -> PositionIndependence {
        try ObjectFile(ByteView(folder.bytes(name), name: name)).summary().positionIndependence
    }

    @Test(arguments: objects)
    func `an object's position independence is read from its relocations`(row: Row) throws {
        try folder.write(Self.source, to: "a.c")
        try folder.need(
            "clang",
            ["--target=\(row.triple)", "-ffreestanding", "-nostdinc", "-O1", "-g", "-c", "a.c", "-o", "a.o"]
                + row.flags)
        #expect(try read("a.o") == row.expected)
    }

    @Test(arguments: [
        ("riscv64", "pic", PositionIndependence.independent), ("riscv64", "static", .dependent),
        ("powerpc64le", "pic", .independent), ("s390x", "pic", .independent),
        ("loongarch64", "pic", .independent), ("mips", "pic", .unknown),
    ])
    func `position independence is read from llc's objects for other processors`(
        processor: String, model: String, expected: PositionIndependence
    ) throws {
        let source = """
            @here = internal global i32 7
            @elsewhere = external global i32
            define ptr @where(i1 %x) {
              %p = select i1 %x, ptr @here, ptr @elsewhere
              ret ptr %p
            }
            """
        try folder.write(source, to: "a.ll")
        try folder.need(
            "llc-22",
            [
                "-mtriple=\(processor)-unknown-linux-gnu", "-relocation-model=\(model)", "-filetype=obj", "a.ll", "-o",
                "a.o",
            ])
        #expect(try read("a.o") == expected)
    }

    @Test(arguments: [
        (["-shared", "-fPIC"], PositionIndependence.independent), (["-pie", "-fPIE"], .independent),
        (["-no-pie", "-fno-pic"], .dependent), (["-shared", "-fno-pic", "-Wl,-z,notext"], .dependent),
    ])
    func `a linked file's position independence matches the linker's flags`(
        flags: [String], expected: PositionIndependence
    ) throws {
        try folder.write(
            "static int x; int *const p = &x; int *_start(void) { static int *const q = &x; return q + (p == &x); }\n",
            to: "a.c")
        try folder.need(
            "clang",
            ["--target=x86_64-unknown-linux-gnu", "-ffreestanding", "-nostdlib", "-fuse-ld=lld", "a.c", "-o", "a"]
                + flags + (flags.contains("-Wl,-z,notext") ? ["-mcmodel=large"] : []))
        #expect(try read("a") == expected)
    }
}
