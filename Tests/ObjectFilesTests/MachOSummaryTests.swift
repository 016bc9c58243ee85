@testable import ObjectFiles
import TestSupport
import Testing

/// Compares the properties of Mach-O objects with clang's arguments.
@Suite(.tags(.process)) struct MachOSummaryTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func compile(_ triple: String, _ flags: [String] = [], source: String = "int f(void) { return 0; }\n")
        throws
        -> ObjectFile
    {
        try folder.write(source, to: "a.c")
        try folder.need(
            "clang", ["--target=\(triple)", "-ffreestanding", "-nostdinc", "-c", "a.c", "-o", "a.o"] + flags)
        return try ObjectFile(ByteView(folder.bytes("a.o"), name: "a.o"))
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var triple: String
        var platform: ObjectPlatform
        var minimum: String
        var testDescription: String { triple }

        init(_ triple: String, _ platform: ObjectPlatform, _ minimum: String) {
            self.triple = triple
            self.platform = platform
            self.minimum = minimum
        }
    }

    static let rows = [
        Row("arm64-apple-macos11.0", .macOS, "11.0"),
        Row("x86_64-apple-macosx10.9", .macOS, "10.9"),
        Row("x86_64-apple-macos10.14.6", .macOS, "10.14.6"),
        Row("armv7-apple-ios8.0", .iOS, "8.0"),
        Row("arm64-apple-ios17.2", .iOS, "17.2"),
        Row("i386-apple-ios8.0", .iOSSimulator, "8.0"),
        Row("x86_64-apple-ios8.0", .iOSSimulator, "8.0"),
        Row("arm64-apple-ios14.0-simulator", .iOSSimulator, "14.0"),
        Row("arm64-apple-ios14.0-macabi", .macCatalyst, "14.0"),
        Row("arm64-apple-tvos12.0", .tvOS, "12.0"),
        Row("x86_64-apple-tvos9.0-simulator", .tvOSSimulator, "9.0"),
        Row("armv7k-apple-watchos2.0", .watchOS, "2.0"),
        Row("i386-apple-watchos2.0-simulator", .watchOSSimulator, "2.0"),
        Row("arm64-apple-xros1.0", .visionOS, "1.0"),
        Row("arm64-apple-xros1.0-simulator", .visionOSSimulator, "1.0"),
    ]

    @Test(arguments: rows)
    func `platform and minimum version match the triple`(row: Row) throws {
        let summary = try compile(row.triple).summary()
        #expect(summary.platform == row.platform)
        #expect(summary.minimumVersion?.description == row.minimum)
        #expect(summary.sdkVersion == PackedVersion(0))
        #expect(summary.kind == .object)
    }

    @Test(arguments: [([], BitcodeContent.none), (["-fembed-bitcode-marker"], .marker), (["-fembed-bitcode"], .full)])
    func `the kind of bitcode matches clang's flag`(flags: [String], content: BitcodeContent) throws {
        let object = try compile("armv7-apple-ios9.0", flags)
        #expect(try object.summary().bitcode == content)
        let names = try object.sections().filter { $0.segment == "__LLVM" }.map(\.name)
        #expect(names == (content == .none ? [] : ["__bitcode", "__cmdline"]))
    }

    @Test(arguments: [([], false), (["-g"], true)])
    func `debug information is detected in Mach-O`(flags: [String], present: Bool) throws {
        #expect(try compile("arm64-apple-ios9.0", flags).summary().hasDebugInformation == present)
    }

    @Test func `linker options are read word by word`() throws {
        let source = """
            __asm__(".linker_option \\"-lz\\"");
            __asm__(".linker_option \\"-framework\\", \\"Foundation\\"");
            """
        let object = try compile("arm64-apple-ios9.0", source: source)
        #expect(try object.summary().linkerOptions == [["-lz"], ["-framework", "Foundation"]])
    }

    @Test func `contains finds a text of the file, but no absent or empty text`() throws {
        let object = try compile(
            "arm64-apple-ios9.0", ["-g", "-fdebug-compilation-dir=/build/somewhere"])
        #expect(object.bytes.contains("/build/somewhere"))
        #expect(!object.bytes.contains("/build/elsewhere"))
        #expect(!object.bytes.contains(""))
    }

    @Test(arguments: [false, true])
    func `a big-endian file reads like a little-endian one`(wide: Bool) throws {
        let little = try MachOFile(ByteView(HandMade.machO(.little, wide: wide), name: "a.o"))
        let big = try MachOFile(ByteView(HandMade.machO(.big, wide: wide), name: "a.o"))
        #expect(try big.summary() == little.summary())
        #expect(try big.summary().definedSymbols == ["_defined"])
        #expect(try big.summary().undefinedSymbols == [.init(name: "_undefined", isWeak: true)])
        #expect(try big.summary().minimumVersion == PackedVersion(10, 5))
        let text = ObjectSection(segment: "__TEXT", name: "__text", size: 16, offset: 7, contents: .readOnlyData)
        #expect(try big.sections() == [text])
        #expect(big.header.order == .big)
        #expect(big.architecture.name == (wide ? "ppc64" : "ppc"))
    }

    @Test func `a file for two platforms has both versions`() throws {
        let bytes = HandMade.machO(.little, wide: true, platforms: [1, 6])
        let file = try MachOFile(ByteView(bytes, name: "a.o"))
        #expect(try file.buildVersions().map(\.platform) == [.macOS, .macCatalyst])
    }

    @Test func `an unknown platform and an unknown processor keep their numbers`() throws {
        let bytes = HandMade.machO(.little, wide: true, processor: 0x0100_00FF, platforms: [99])
        let summary = try MachOFile(ByteView(bytes, name: "a.o")).summary()
        #expect(summary.platform == ObjectPlatform(rawValue: 99))
        #expect(summary.platform?.description == "platform 99")
        #expect(summary.architecture == "unknown(16777471,0)")
    }
}
