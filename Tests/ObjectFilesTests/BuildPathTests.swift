@testable import ObjectFiles
import TestSupport
import Testing

@Suite(.tags(.process)) struct BuildPathTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func audit(_ search: BuildPathSearch = BuildPathSearch()) throws -> AuditedObject {
        let bytes = ByteView(try folder.bytes("a.o"), name: "a.o")
        return try AuditedObject(ObjectInventory.Unit(member: nil, bytes: bytes), search)
    }

    private func compile(_ triple: String, _ flags: [String], _ text: String = "") throws {
        try folder.write("const char *f(void) { return \"\(text)\"; }\n", to: "a.c")
        try folder.need("clang", ["--target=\(triple)", "-ffreestanding", "-c", "a.c", "-o", "a.o"] + flags)
    }

    static let triples = [
        "arm64-apple-ios12.0", "armv7-apple-ios9.0", "x86_64-unknown-linux-gnu", "s390x-unknown-linux-gnu",
        "x86_64-pc-windows-msvc", "wasm32-unknown-wasi",
    ]

    @Test(arguments: triples)
    func `the compilation folder is found in debug information of every format`(triple: String) throws {
        for flags in [["-g"], ["-gdwarf-4"], ["-g", "-O2"]] {
            try compile(triple, flags + ["-fdebug-compilation-dir=/srv/somewhere"])
            #expect(try audit().buildPaths.map(\.text).contains { $0.hasPrefix("/srv/somewhere") }, "\(flags)")
            #expect(try audit().summary.hasDebugInformation)
        }
        // CodeView also records the compiler and its arguments.
        guard !triple.contains("msvc") else { return }
        try compile(triple, ["-g", "-fdebug-compilation-dir=."])
        #expect(try audit().buildPaths == [])
    }

    struct Text: CustomTestStringConvertible, Sendable {
        var text: String
        var found: [String]
        var testDescription: String { text }

        init(_ text: String, _ found: [String]) {
            self.text = text
            self.found = found
        }
    }

    static let rows = [
        Text("/home/me/src/a.c", ["/home/me/src/a.c"]), Text("/Users/me/a.c", ["/Users/me/a.c"]),
        Text("clang -I/home/me/include x", ["/home/me/include x"]), Text("--root=/tmp/x", ["/tmp/x"]),
        Text("C:\\\\Users\\\\me\\\\a.c", ["C:\\Users\\me\\a.c"]), Text("D:/a/repo/a.c", ["D:/a/repo/a.c"]),
        Text("/etc/ssl/certs", []), Text("/dev/urandom", []), Text("/usr/share/zoneinfo", []), Text("/tmp", []),
        Text("/tmp/", []), Text("https://example.org/home/me/x", []), Text("src/home/me", []), Text("../tmp/x", []),
        Text("ratio: 3:/users", []), Text("Xc:/users/y", []),
    ]

    @Test(arguments: rows)
    func `texts that look like build folders are found, others are not`(row: Text) throws {
        try compile("x86_64-unknown-linux-gnu", [], row.text)
        #expect(try audit().buildPaths.map(\.text) == row.found)
    }

    @Test func `a forbidden text is found anywhere and reported with the text after it`() throws {
        try compile("armv7-apple-ios9.0", ["-fembed-bitcode"], "made in secret-place/x")
        let search = BuildPathSearch(forbidden: ["secret-place", "nowhere", ""], guesses: false)
        #expect(try audit(search).buildPaths == [BuildPath(text: "secret-place/x", forbidden: "secret-place")])
    }

    @Test(arguments: ["-gz=zlib", "-gz=none"])
    func `compressed debug information is reported as compressed`(flag: String) throws {
        try compile("x86_64-unknown-linux-gnu", ["-g", flag, "-fdebug-compilation-dir=/srv/somewhere"])
        let summary = try audit().summary
        #expect(summary.hasDebugInformation)
        // Small sections stay uncompressed if compression does not shrink them.
        let sections = try folder.need(LLVM.tool("readobj"), ["--sections", "a.o"])
        #expect(summary.hasCompressedDebugInformation == sections.contains("SHF_COMPRESSED"))
    }

    @Test func `debug information full of slashes is searched in bounded time`() throws {
        try compile("x86_64-unknown-linux-gnu", ["-g"])
        let slashes = Array(String(repeating: " /aaa", count: 100_000).utf8)
        let name = Array("\0.debug_str\0".utf8)
        var file = HandMade.Bytes(.little)
        // An ELF object whose only section of debug information consists of beginnings of paths.
        file.all = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9)
        file.add(1 as UInt16)
        file.add(62 as UInt16)
        file.add(1 as UInt32)
        for value in [0, 0, 64] as [UInt64] { file.add(value) }
        file.add(0 as UInt32)
        for value in [64, 0, 0, 64, 3, 1] as [UInt16] { file.add(value) }
        file.all += [UInt8](repeating: 0, count: 64)
        let start = UInt64(64 + 3 * 64)
        for (type, offset, size) in [(3, start, name.count), (1, start + UInt64(name.count), slashes.count)] {
            file.add(words: [type == 1 ? 1 : 0, UInt32(type)])
            for value in [0, 0, offset, UInt64(size)] { file.add(value) }
            file.add(words: [0, 0])
            for value in [1, 0] as [UInt64] { file.add(value) }
        }
        try folder.write(file.all + name + slashes, to: "a.o")
        let clock = ContinuousClock()
        let time = try clock.measure { _ = try audit() }
        #expect(time < .seconds(60))
    }
}
