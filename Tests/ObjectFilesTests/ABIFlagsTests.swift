import ObjectFiles
import TestSupport
import Testing

@Suite(.tags(.process)) struct ABIFlagsTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test(arguments: [
        ("armv7-unknown-linux-gnueabihf", "", ["eabi5", "hard-float"]),
        ("armv7-unknown-linux-gnueabi", "-mfloat-abi=soft", ["eabi5", "soft-float"]),
        ("x86_64-unknown-linux-gnu", "-fcf-protection=full", ["ibt", "shstk"]),
        ("x86_64-unknown-linux-gnu", "-fcf-protection=branch", ["ibt"]),
        ("x86_64-unknown-linux-gnu", "-fcf-protection=none", []),
        ("i686-unknown-linux-gnu", "-fcf-protection=full", ["ibt", "shstk"]),
        ("aarch64-unknown-linux-gnu", "-mbranch-protection=standard", ["bti", "pac"]),
        ("aarch64-unknown-linux-gnu", "-mbranch-protection=bti", ["bti"]),
        ("arm64e-apple-ios14.0", "", ["ptrauth0"]), ("arm64-apple-ios14.0", "", []),
        ("i686-pc-windows-msvc", "", ["safeseh"]),
        ("x86_64-pc-windows-msvc", "-Xclang -cfguard", ["guard-cf"]),
    ])
    func `ABI flags match the target and the compiler's arguments`(triple: String, flags: String, expected: [String])
        throws
    {
        try folder.write("int f(int x) { return x; }\n", to: "a.c")
        try folder.need(
            "clang",
            ["--target=\(triple)", "-ffreestanding", "-c", "a.c", "-o", "a.o"]
                + flags.split(separator: " ").map(String.init))
        #expect(try summary().abiFlags == expected)
    }

    @Test func `a wasm object lists the features that an engine needs`() throws {
        try folder.write("int f(int x) { return x; }\n", to: "a.c")
        try folder.need(
            "clang", ["--target=wasm32-unknown-wasi", "-ffreestanding", "-msimd128", "-c", "a.c", "-o", "a.o"])
        let listed = try folder.need(LLVM.tool("objdump"), ["-s", "--section=target_features", "a.o"])
        #expect(listed.contains("simd128"))
        #expect(try summary().abiFlags.contains("simd128"))
        #expect(try summary().architecture == "wasm32")
    }

    @Test(arguments: [
        ("riscv64-unknown-linux-gnu", "-mattr=+d,+c -target-abi=lp64d", ["double-float", "rvc"]),
        ("riscv32-unknown-elf", "-target-abi=ilp32", ["soft-float"]),
        ("powerpc64le-unknown-linux-gnu", "", ["elfv2"]), ("mips-unknown-linux-gnu", "", ["o32"]),
        ("mips64-unknown-linux-gnu", "", ["n64"]), ("wasm64-unknown-unknown", "", nil),
    ])
    func `ABI flags are read from llc's objects for other processors`(
        triple: String, flags: String, expected: [String]?
    ) throws {
        try folder.write("define i32 @f(i32 %x) {\n  ret i32 %x\n}\n", to: "a.ll")
        try folder.need(
            "llc-22",
            ["-mtriple=\(triple)", "-filetype=obj", "a.ll", "-o", "a.o"] + flags.split(separator: " ").map(String.init))
        if let expected { #expect(try summary().abiFlags == expected) }
        #expect(try summary().architecture == triple.split(separator: "-")[0])
    }

    private func summary() throws -> ObjectSummary {
        try ObjectFile(ByteView(folder.bytes("a.o"), name: "a.o")).summary()
    }
}
