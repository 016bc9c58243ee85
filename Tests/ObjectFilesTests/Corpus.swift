/// Objects and archives of real tools, kept in memory: every Apple architecture and a few others.
struct Corpus: Sendable {
    struct Row: Sendable {
        /// lipo's name of the architecture; for formats other than Mach-O, the name in the triple.
        var architecture: String
        var triple: String
    }

    static let appleRows: [Row] = [
        Row(architecture: "armv7", triple: "armv7-apple-ios9.0"),
        Row(architecture: "armv7s", triple: "armv7s-apple-ios9.0"),
        Row(architecture: "armv7k", triple: "armv7k-apple-watchos4.0"),
        Row(architecture: "arm64", triple: "arm64-apple-ios12.0"),
        Row(architecture: "arm64e", triple: "arm64e-apple-ios14.0"),
        Row(architecture: "arm64_32", triple: "arm64_32-apple-watchos5.0"),
        Row(architecture: "i386", triple: "i386-apple-ios9.0-simulator"),
        Row(architecture: "x86_64", triple: "x86_64-apple-macos11.0"),
        Row(architecture: "x86_64h", triple: "x86_64h-apple-macos11.0"),
    ]

    static let otherRows: [Row] = [
        Row(architecture: "x86_64", triple: "x86_64-unknown-linux-gnu"),
        Row(architecture: "aarch64", triple: "aarch64-unknown-linux-gnu"),
        Row(architecture: "arm", triple: "armv7-unknown-linux-gnueabihf"),
        Row(architecture: "x86_64", triple: "x86_64-pc-windows-msvc"),
        Row(architecture: "wasm32", triple: "wasm32-unknown-wasi"),
    ]

    static let source = """
        extern int needed(int);
        extern int maybe(int) __attribute__((weak));
        int tentative[40];
        int initialized = 3;
        static int hidden_from_all;
        __attribute__((visibility("hidden"))) int hidden = 4;
        __attribute__((weak)) int replaceable(void) { return 1; }
        int entry(int x) { hidden_from_all += x; return needed(x) + (maybe ? maybe(x) : 0) + tentative[x & 31]; }
        const int *where(void) { return &hidden_from_all; }
        """
    static let second = "int second_member(void) { return 2; }\n"

    /// The object of `source`, by triple.
    var objects: [String: [UInt8]] = [:]
    /// An archive of two objects with a table of contents, by triple.
    var archives: [String: [UInt8]] = [:]

    /// The corpus for all tests; it is made once, because making it starts more than fifty programs.
    static let shared = Result { try Corpus() }

    private init() throws {
        let folder = try TestFolder()
        try folder.write(Self.source, to: "a.c")
        try folder.write(Self.second, to: "b.c")
        for row in Self.appleRows + Self.otherRows {
            let isApple = row.triple.contains("apple")
            for name in ["a", "b"] {
                try folder.need(
                    "clang",
                    [
                        "--target=\(row.triple)", "-ffreestanding", "-nostdinc", "-fcommon", "-O1", "-c", "\(name).c",
                        "-o", "\(name).o",
                    ])
            }
            objects[row.triple] = try folder.bytes("a.o")
            let flavor = isApple ? "--format=darwin" : row.triple.contains("windows") ? "--format=coff" : "--format=gnu"
            try folder.run("rm", "-f", "lib.a")
            try folder.need(LLVM.tool("ar"), [flavor, "rcsD", "lib.a", "a.o", "b.o"])
            archives[row.triple] = try folder.bytes("lib.a")
        }
    }

    static func triple(_ architecture: String) -> String {
        appleRows.first { $0.architecture == architecture }?.triple ?? ""
    }

    func object(_ architecture: String) -> [UInt8] { objects[Self.triple(architecture)] ?? [] }

    func archive(_ architecture: String) -> [UInt8] { archives[Self.triple(architecture)] ?? [] }
}
