/// Objects and archives for merging, made by real tools once for all tests and kept in memory, by path.
enum LibtoolCorpus {
    static let apple = Result { try make() }

    /// The Apple processors; the first two are in fat files too.
    static let architectures = [
        "arm64-apple-macos11.0", "x86_64-apple-macos11.0", "armv7-apple-ios9.0", "i386-apple-ios9.0-simulator",
        "armv7s-apple-ios9.0", "arm64_32-apple-watchos5.0",
    ]

    private static let sources: [String: String] = [
        "kinds": """
        int tentative[4]; int set = 3; static int own = 5;
        __attribute__((weak)) int replaceable(void) { return 1; }
        __attribute__((visibility("hidden"))) int hidden = 4;
        extern int needed(void), maybe(void) __attribute__((weak));
        int *where(void) { return needed() + maybe() ? &own : 0; }
        """,
        "absolute": "__asm__(\".globl _fixed\\n_fixed = 42\\n\"); int last(void) { return 0; }",
        "nothing": "",
        "localonly": "static int quiet(void) { return 1; } int (*unused(void))(void) __asm__(\"Lprivate\");",
        "again": "int set(void) { return 1; } int _under; int zz; int aa; int Z; int a;",
        "name with spaces": "int spaces;",
        "a_name_that_is_longer_than_sixteen_bytes": "int long_name;",
        "exactly15chars_": "int fifteen;",
        "thirteen_char": "int thirteen;",
    ]

    static let objects = sources.keys.sorted().map { "\($0).o" }

    private static func make() throws -> [String: [UInt8]] {
        let folder = try TestFolder()
        for (name, source) in sources { try folder.write(source + "\n", to: "\(name).c") }
        for triple in architectures {
            try folder.need("mkdir", [triple])
            // One start of the compiler compiles all sources and writes the objects to its working folder.
            try folder.need(
                "sh",
                [
                    "-c", "cd \"$1\" && clang --target=\"$1\" -ffreestanding -nostdinc -fcommon -O1 -c ../*.c", "sh",
                    triple,
                ])
            for (name, filling) in [("odd1.o", 1), ("odd2.o", 2), ("odd7.o", 7)] {
                try folder.write(
                    try folder.bytes("\(triple)/thirteen_char.o") + filler(filling), to: "\(triple)/\(name)")
            }
        }
        try makeArchives(folder)
        return try folder.snapshot().filter { !$0.key.hasSuffix(".c") }
    }

    private static func filler(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xAA, count: count) }

    private static func makeArchives(_ folder: TestFolder) throws {
        for triple in architectures {
            for (name, format) in [("darwin.a", "darwin"), ("bsd.a", "bsd"), ("gnu.a", "gnu")] {
                let members = ["kinds.o", "name with spaces.o", "odd7.o", "exactly15chars_.o"].map { "\(triple)/\($0)" }
                try folder.need(LLVM.tool("ar"), ["--format=\(format)", "qcsD", "\(triple)/\(name)"] + members)
            }
        }
        for name in ["again.o", "darwin.a"] {
            let slices = architectures.prefix(2).map { "\($0)/\(name)" }
            try folder.need(LLVM.tool("lipo"), ["-create"] + slices + ["-output", "fat_\(name)"])
        }
    }
}
