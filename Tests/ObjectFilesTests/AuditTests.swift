import TestSupport
import Testing

@testable import ObjectFiles

/// The properties that an audit determines, and the values that it accepts.
@Suite(.tags(.process)) struct AuditTests {
    private func object(
        _ triple: String, _ source: String = "int lib_f(void) { return 1; }\nint other(void) { return 2; }\n",
        _ flags: [String] = []
    ) throws -> AuditedObject {
        let folder = try TestFolder()
        try folder.write(source, to: "a.c")
        try folder.need("clang", ["--target=\(triple)", "-ffreestanding", "-c", "a.c", "-o", "a.o"] + flags)
        let unit = ObjectInventory.Unit(member: "a.o", bytes: ByteView(try folder.bytes("a.o"), name: "liblib.a"))
        return try AuditedObject(unit, BuildPathSearch())
    }

    private func values(_ object: AuditedObject) -> [String] { AuditProperty.allCases.map { $0.value(of: object) } }

    @Test func `Mach-O, ELF, COFF and wasm objects have a value for each property`() throws {
        #expect(
            try values(object("armv7-apple-ios9.0", "int x;")) == [
                "mach-o", "armv7", "ios", "9.0", "0.0", "none", "yes", "no", "no", "-", "0", "-",
            ])
        #expect(
            try values(object("x86_64-unknown-linux-gnu", "int x;", ["-g", "-fdebug-compilation-dir=/srv/x"])) == [
                "elf", "x86_64", "-", "-", "-", "none", "yes", "yes", "no", "-", "1", "-",
            ])
        #expect(
            try values(object("x86_64-pc-windows-gnu", "int x;")) == [
                "coff", "x86_64", "-", "-", "-", "none", "-", "no", "no", "-", "0", "-",
            ])
        #expect(
            try values(object("wasm32-unknown-wasi", "int x;")).prefix(8) == [
                "wasm", "wasm32", "-", "-", "-", "none", "yes", "no",
            ])
    }

    static let rows = [
        ("architecture=armv7", true), ("architecture=arm64,armv7", true), ("architecture=arm64", false),
        ("minimum-version=9", true), ("minimum-version=9.0.0", true), ("minimum-version=9.1", false),
        ("minimum-version=nine", false), ("platform=ios", true), ("platform=macos", false), ("sdk=0", true),
        ("bitcode=full", true), ("bitcode=none", false), ("pic=yes", true), ("debug=no", true), ("abi=x", false),
        ("other-symbols=-", true), ("format=mach-o", true), ("executable-stack=no", true),
    ]

    @Test func `an object that does not meet a requirement is reported with its value`() throws {
        let object = try object("armv7-apple-ios9.0", "int x;", ["-fembed-bitcode"])
        for (text, isMet) in Self.rows {
            let requirement = try #require(AuditRequirement(text), "\(text)")
            #expect((requirement.miss(object) == nil) == isMet, "\(text)")
        }
        let miss = AuditRequirement(.platform, ["macos", "tvos"]).miss(object)
        #expect(miss == AuditMiss(property: .platform, expected: ["macos", "tvos"], found: "ios"))
    }

    @Test(arguments: ["", "pic", "=yes", "speed=high", "pic=", "pic=yes,", "PIC=yes"])
    func `a malformed requirement is refused`(text: String) { #expect(AuditRequirement(text) == nil) }

    @Test func `marked assembly meets any bitcode requirement except none`() throws {
        let folder = try TestFolder()
        try folder.write(".globl _f\n_f: nop\n", to: "a.s")
        try folder.need("clang", ["--target=armv7-apple-ios9.0", "-fembed-bitcode", "-c", "a.s", "-o", "a.o"])
        let unit = ObjectInventory.Unit(member: nil, bytes: ByteView(try folder.bytes("a.o"), name: "a.o"))
        let object = try AuditedObject(unit, BuildPathSearch())
        #expect(object.summary.bitcode == .assembly)
        for (value, isMet) in [("marker", true), ("full", true), ("none", false), ("marked assembly", true)] {
            #expect((AuditRequirement(.bitcode, [value]).miss(object) == nil) == isMet, "\(value)")
        }
    }

    struct Prefix: CustomTestStringConvertible, Sendable {
        var file: String
        var symbols: [String]
        var given: [String] = []
        var words: [String]
        var others: [String]?
        var testDescription: String { "\(file) \(symbols) \(given)" }
    }

    static let prefixes = [
        Prefix(
            file: "lib/libfoo.a", symbols: ["_foo_a", "_fooB", "__foo_c", "_bar"], words: ["foo"], others: ["_bar"]),
        Prefix(file: "libz.a", symbols: ["deflate", "inflate", "zError", "crc32"], words: [], others: nil),
        Prefix(
            file: "libx.a", symbols: ["abc_a", "abc_b", "d_c", "e"], words: ["abc_"], others: ["d_c", "e"]),
        Prefix(
            file: "libfoo.a", symbols: ["foo_a", "bar_b", "c"], given: ["bar_", "c"], words: ["bar_", "c"],
            others: ["foo_a"]),
        Prefix(file: "libfoo.a", symbols: [], words: [], others: nil),
        Prefix(
            file: "libfoo.lib", symbols: ["foo_a", ".refptr.x", "@feat.00", "__x86.get_pc_thunk.bx"], words: ["foo"],
            others: []),
    ]

    @Test(arguments: prefixes)
    func `the prefix is given or guessed, and symbols without it are listed`(row: Prefix) {
        let summary = ObjectSummary(format: .elf, kind: .object, architecture: "x", definedSymbols: row.symbols)
        let prefix = SymbolNamespace(given: row.given, file: row.file, [summary])
        #expect(prefix.words == row.words)
        #expect(prefix.isGuessed == row.given.isEmpty)
        #expect(prefix.others(of: summary) == row.others)
    }

    @Test func `equal values are counted, in whatever order they are added`() {
        #expect(ValueCounts<String>().all() == [:])
        var counts = ValueCounts<String>()
        for value in ["a", "a", "b", "a", "c", "c"] { counts.add(value) }
        #expect(counts.all() == ["a": 3, "b": 1, "c": 2])
    }

    @Test func `members of a large archive keep their order across threads`() throws {
        let folder = try TestFolder()
        try folder.write("int lib_f(void) { return 1; }\nchar lib_data[16000] = { 1 };\n", to: "a.c")
        try folder.need("clang", ["--target=x86_64-unknown-linux-gnu", "-ffreestanding", "-c", "a.c", "-o", "a.o"])
        let object = try folder.bytes("a.o")
        let names = (0..<200).map { "\($0).o" }
        var archive = HandMade.archiveMagic
        for name in names { archive += HandMade.member("\(name)/", name == "77.o" ? [1, 2] : object) }
        let slices = try AuditedSlice.all(
            in: ByteView(archive, name: "liblib.a"), thin: nil, BuildPathSearch(), prefixes: [])
        #expect(slices[0].objects.map(\.member) == names.filter { $0 != "77.o" })
        #expect(slices[0].unreadable.map(\.member) == ["77.o"])
        #expect(slices[0].objects.allSatisfy { Set($0.summary.definedSymbols) == ["lib_data", "lib_f"] })
    }

    @Test func `a broken member is reported, and the others are audited`() throws {
        let object = try object("x86_64-unknown-linux-gnu")
        #expect(object.summary.definedSymbols == ["lib_f", "other"])
        let folder = try TestFolder()
        try folder.write("int lib_f(void) { return 1; }\n", to: "a.c")
        try folder.need("clang", ["--target=x86_64-unknown-linux-gnu", "-ffreestanding", "-c", "a.c", "-o", "a.o"])
        let archive =
            HandMade.archiveMagic + HandMade.member("a.o/", try folder.bytes("a.o"))
            + HandMade.member("bad/", [0x7F, 0x45, 0x4C, 0x46])
        let slices = try AuditedSlice.all(
            in: ByteView(archive, name: "liblib.a"), thin: nil, BuildPathSearch(), prefixes: [])
        #expect(slices.count == 1)
        #expect(slices[0].objects.map(\.member) == ["a.o"])
        #expect(slices[0].unreadable.map(\.member) == ["bad"])
        #expect(slices[0].name(of: slices[0].objects[0]) == "liblib.a(a.o)")
        #expect(slices[0].objects[0].otherSymbols == [])
    }
}
