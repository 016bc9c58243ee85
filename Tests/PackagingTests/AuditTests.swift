import Actions
import Basics
import Foundation
import Targets
import Testing

@testable import Packaging

/// Each rule of the audit with a fault that clang and llvm-ar planted.
@Suite struct AuditTests {
    /// A system library with `_puts` and `_malloc` for the Apple targets of these tests.
    static let stub = """
        --- !tapi-tbd
        tbd-version:     4
        targets:         [ arm64-macos, x86_64-macos, arm64-ios, armv7-ios, arm64-ios-simulator ]
        install-name:    '/usr/lib/libSystem.B.dylib'
        exports:
          - targets:         [ arm64-macos, x86_64-macos, arm64-ios, armv7-ios, arm64-ios-simulator ]
            symbols:         [ _puts, _malloc ]
        ...

        """

    struct Planted: CustomTestStringConvertible, Sendable {
        var name: String
        var target: String
        var triple: String
        var source = "int f(int x) { return x; }"
        var flags: [String] = []
        var expected: AuditExpectation
        /// `rule: expected, found` for each fault.
        var faults: [String]

        var testDescription: String { name }
    }

    private static func mac(_ version: OSVersion = OSVersion(11), bitcode: AuditExpectation.Bitcode = .none)
        -> AuditExpectation
    {
        AuditExpectation(target: .named("macos-arm64"), minimumVersion: version, bitcode: bitcode)
    }

    private static func ios(_ name: String, bitcode: AuditExpectation.Bitcode = .none) -> AuditExpectation {
        AuditExpectation(target: .named(name), minimumVersion: OSVersion(9), bitcode: bitcode)
    }

    private static let linux = AuditExpectation(target: .named("linux-gnu-x86_64"))

    static let planted: [Planted] = [
        Planted(
            name: "good", target: "macos-arm64", triple: "arm64-apple-macosx11.0",
            source: "int puts(const char *); int f(void) { return puts(\"x\"); }", expected: mac(), faults: []),
        Planted(
            name: "good ELF", target: "linux-gnu-x86_64", triple: "x86_64-unknown-linux-gnu", expected: linux,
            faults: []),
        Planted(
            name: "wrong architecture", target: "macos-arm64", triple: "x86_64-apple-macosx11.0", expected: mac(),
            faults: ["architecture: expected arm64, found x86_64"]),
        Planted(
            name: "wrong sub-architecture", target: "ios-armv7", triple: "armv7s-apple-ios9.0",
            expected: ios("ios-armv7"),
            faults: ["architecture: expected armv7, found armv7s"]),
        Planted(
            name: "wrong ELF architecture", target: "linux-gnu-x86_64", triple: "aarch64-unknown-linux-gnu",
            expected: linux, faults: ["architecture: expected x86_64, found aarch64"]),
        Planted(
            name: "the simulator's tag", target: "ios-arm64", triple: "arm64-apple-ios14.0-simulator",
            expected: AuditExpectation(target: .named("ios-arm64"), minimumVersion: OSVersion(14)),
            faults: ["platform: expected ios, found ios-simulator"]),
        Planted(
            name: "the device's tag", target: "ios-simulator-arm64", triple: "arm64-apple-ios14.0",
            expected: AuditExpectation(target: .named("ios-simulator-arm64"), minimumVersion: OSVersion(14)),
            faults: ["platform: expected ios-simulator, found ios"]),
        Planted(
            name: "a newer minimum", target: "macos-arm64", triple: "arm64-apple-macosx12.3", expected: mac(),
            faults: ["minimum version: expected 11.0, found 12.3"]),
        Planted(
            name: "an older minimum", target: "macos-arm64", triple: "arm64-apple-macosx11.0",
            expected: mac(OSVersion(13)),
            faults: ["minimum version: expected 13.0, found 11.0"]),
        Planted(
            name: "bitcode that nobody asked for", target: "ios-arm64", triple: "arm64-apple-ios9.0",
            flags: ["-fembed-bitcode"], expected: ios("ios-arm64"), faults: ["bitcode: expected none, found full"]),
        Planted(
            name: "a marker for bitcode", target: "ios-arm64", triple: "arm64-apple-ios9.0",
            flags: ["-fembed-bitcode-marker"], expected: ios("ios-arm64", bitcode: .full),
            faults: ["bitcode: expected full, found marker"]),
        Planted(
            name: "bitcode left out", target: "ios-arm64", triple: "arm64-apple-ios9.0",
            expected: ios("ios-arm64", bitcode: .marker), faults: ["bitcode: expected marker, found none"]),
        Planted(
            name: "bitcode as asked", target: "ios-armv7", triple: "armv7-apple-ios9.0", flags: ["-fembed-bitcode"],
            expected: ios("ios-armv7", bitcode: .full), faults: []),
        Planted(
            name: "a build path", target: "macos-arm64", triple: "arm64-apple-macosx11.0",
            source: "const char *where = \"from /xbuild/src/f.c\";", expected: mac(),
            faults: ["build path: expected no `/xbuild/`, found `/xbuild/src/f.c`"]),
        Planted(
            name: "a build path in debug information", target: "linux-gnu-x86_64", triple: "x86_64-unknown-linux-gnu",
            flags: ["-g", "-fdebug-compilation-dir=/xbuild/work", "-gz=none"], expected: linux,
            faults: ["build path: expected no `/xbuild/`, found `/xbuild/work`"]),
        Planted(
            name: "an undefined symbol", target: "macos-arm64", triple: "arm64-apple-macosx11.0",
            source: "int calloc_(void); int f(void) { return calloc_(); }", expected: mac(),
            faults: ["undefined symbol: expected a definition, found `_calloc_`, which nobody defines"]),
        Planted(
            name: "an undefined ELF symbol", target: "linux-gnu-x86_64", triple: "x86_64-unknown-linux-gnu",
            source: "int gone(void); int f(void) { return gone(); }", expected: linux,
            faults: ["undefined symbol: expected a definition, found `gone`, which nobody defines"]),
        Planted(
            name: "a weak undefined symbol", target: "linux-gnu-x86_64", triple: "x86_64-unknown-linux-gnu",
            source: "__attribute__((weak)) int gone(void); int f(void) { return gone ? gone() : 0; }", expected: linux,
            faults: []),
        Planted(
            name: "a symbol of a dependency, one of the sysroot and one of the application", target: "linux-gnu-x86_64",
            triple: "x86_64-unknown-linux-gnu",
            source: "int inflate(void), puts(const char *), callback(void);"
                + "int f(void) { return inflate() + puts(\"\") + callback(); }", expected: linux, faults: []),
        Planted(
            name: "two faults at once", target: "macos-arm64", triple: "x86_64-apple-macosx10.13", expected: mac(),
            faults: ["architecture: expected arm64, found x86_64", "minimum version: expected 11.0, found 10.13"]),
        Planted(
            name: "an ELF object for Apple", target: "macos-arm64", triple: "aarch64-unknown-linux-gnu",
            expected: mac(),
            faults: ["format: expected mach-o object, found elf object"]),
    ]

    @Test("planted faults are found, and no others", arguments: planted) func faultsOfOneObject(_ row: Planted)
        async throws
    {
        let bench = try ToolBench(["providers/macos-arm64/libSystem.tbd": Self.stub])
        for name in ["ios-arm64", "ios-armv7", "ios-simulator-arm64"] {
            try bench.write(Array(Self.stub.utf8), to: "providers/\(name)/libSystem.tbd")
        }
        try bench.archive(
            "providers/linux-gnu-x86_64/libc.a", ["puts": "int puts(const char *x) { return 0; }"],
            triple: "x86_64-unknown-linux-gnu")
        try bench.archive(
            "dependencies/linux-gnu-x86_64/zlib/lib/libz.a", ["z": "int inflate(void) { return 0; }"],
            triple: "x86_64-unknown-linux-gnu")
        try bench.archive(
            "slices/\(row.target)/lib/libfoo.a", ["bad": row.source], triple: row.triple, flags: row.flags)
        let run = StepRun()
        let parameters = Audit.Parameters(
            targets: [row.expected], libraries: ["libfoo.a"], forbidden: ["/xbuild/"], allowedUndefined: ["callback"])
        let outcome = try await run.run(Audit.self, parameters, run.tree(at: bench.root))
        let text = try #require(try run.texts(outcome)["audit.json"])
        let report = try JSONDecoder().decode(AuditReport.self, from: Data(text.utf8))
        #expect(report.faults.map { "\($0.rule.rawValue): expected \($0.expected), found \($0.found)" } == row.faults)
        #expect(report.faults.allSatisfy { $0.member == "bad.o" && $0.archive.name == "libfoo.a" })
        #expect(outcome.failure == (row.faults.isEmpty ? nil : .audit))
        #expect(report.archives.map(\.symbols) == [.checked])
        for fault in row.faults {
            let place = "`slices/\(row.target)/lib/libfoo.a(bad.o)`"
            let words = fault.split(separator: ": ", maxSplits: 1)
            #expect(run.lines.contains("error: \(place): wrong \(words[0]) for `\(row.target)`: \(words[1])"))
        }
    }

    private func faults(
        _ run: StepRun, _ inputs: Directory, libraries: [RelativePath] = []
    ) async throws -> [String] {
        let parameters = Audit.Parameters(targets: [Self.mac()], libraries: libraries, forbidden: [])
        _ = try await run.run(Audit.self, parameters, inputs)
        return run.lines.filter { $0.hasPrefix("error: ") }
    }

    @Test("archives that are none") func archives() async throws {
        let run = StepRun()
        let inputs = run.tree([
            "slices/macos-arm64/lib/libempty.a": "!<arch>\n", "slices/macos-arm64/lib/libtext.a": "hello",
            "slices/macos-arm64/lib/libthin.a": "!<thin>\n",
        ])
        let lib = "error: `slices/macos-arm64/lib"
        #expect(
            try await faults(run, inputs, libraries: ["libgone.a"]) == [
                "\(lib)/libgone.a`: wrong archive for `macos-arm64`: expected an archive, found nothing",
                "\(lib)/libempty.a`: wrong archive for `macos-arm64`: expected objects, found none",
                "\(lib)/libtext.a`: wrong archive for `macos-arm64`: expected an archive, "
                    + "found not an object, an archive or a fat file",
                "\(lib)/libthin.a`: wrong archive for `macos-arm64`: expected an archive that holds its members, "
                    + "found a thin one",
            ])
    }

    @Test("members that are no objects") func members() async throws {
        let bench = try ToolBench(["a.o": "hello, I am no object"])
        try bench.tool("llvm-ar-22", "rcsD", "lib.a", "a.o")
        let run = StepRun()
        let inputs = Directory(files: ["slices/macos-arm64/lib/liba.a": run.file(try bench.bytes("lib.a"))])
        #expect(
            try await faults(run, inputs) == [
                "error: `slices/macos-arm64/lib/liba.a(a.o)`: wrong format for `macos-arm64`: "
                    + "expected mach-o object, found not an object, an archive or a fat file"
            ])
    }

    @Test("a stub for other targets is a fault, and its symbols do not count") func stranger() async throws {
        let bench = try ToolBench()
        let source = "int puts(const char *); int f(void) { return puts(\"\"); }"
        try bench.archive("slices/macos-arm64/lib/liba.a", ["a": source], triple: "arm64-apple-macosx11.0")
        let stub = Self.stub.replacing("arm64-macos, ", with: "")
        try bench.write(Array(stub.utf8), to: "providers/macos-arm64/usr/lib/libSystem.tbd")
        let run = StepRun()
        #expect(
            try await faults(run, run.tree(at: bench.root)) == [
                "error: `providers/macos-arm64/usr/lib/libSystem.tbd`: wrong provider for `macos-arm64`: "
                    + "expected a stub for arm64-macos, found none",
                "error: `slices/macos-arm64/lib/liba.a(a.o)`: wrong undefined symbol for `macos-arm64`: "
                    + "expected a definition, found `_puts`, which nobody defines",
            ])
    }

    @Test("without the sysroot's libraries symbols are unchecked, and that is said") func unchecked() async throws {
        let bench = try ToolBench()
        let source = "int gone(void); int f(void) { return gone(); }"
        try bench.archive("slices/macos-arm64/lib/liba.a", ["a": source], triple: "arm64-apple-macosx11.0")
        let run = StepRun()
        let outcome = try await run.run(
            Audit.self, .init(targets: [Self.mac()], forbidden: []), run.tree(at: bench.root))
        #expect(outcome.failure == nil)
        #expect(run.lines == ["`slices/macos-arm64/lib/liba.a` for `macos-arm64`: 1 object, good, symbols unchecked"])
    }

    @Test("archives of one library may need each other") func together() async throws {
        let bench = try ToolBench(["providers/macos-arm64/libSystem.tbd": Self.stub])
        try bench.archive(
            "slices/macos-arm64/lib/libssl.a", ["s": "int crypto(void); int ssl(void) { return crypto(); }"],
            triple: "arm64-apple-macosx11.0")
        try bench.archive(
            "slices/macos-arm64/lib/libcrypto.a", ["c": "int crypto(void) { return 0; }"],
            triple: "arm64-apple-macosx11.0")
        #expect(try await faults(StepRun(), StepRun().tree([:])) == [])
        let run = StepRun()
        #expect(try await faults(run, run.tree(at: bench.root)) == [])
        #expect(run.lines.count == 2)
    }

    @Test("a shared library of ELF provides what it exports, and nothing else") func shared() async throws {
        let bench = try ToolBench()
        let triple = "aarch64-unknown-linux-gnu"
        try bench.archive(
            "so.a",
            [
                "c":
                    "int puts_(void) { return 0; } __attribute__((visibility(\"hidden\"))) int hidden(void) { return 0; }"
            ],
            triple: triple, flags: ["-fPIC"])
        try bench.write([], to: "providers/linux-gnu-aarch64/script")
        try bench.write(
            Array("/* GNU ld script */ GROUP ( libc.so.6 )".utf8), to: "providers/linux-gnu-aarch64/libc.so")
        try bench.tool("rm", "providers/linux-gnu-aarch64/script")
        try bench.tool(
            "ld.lld-19", "-shared", "--whole-archive", "so.a", "-o", "providers/linux-gnu-aarch64/libc.so.6")
        try bench.archive(
            "slices/linux-gnu-aarch64/lib/liba.a",
            ["a": "int puts_(void), hidden(void); int f(void) { return puts_() + hidden(); }"], triple: triple)
        let run = StepRun()
        let target = AuditExpectation(target: .named("linux-gnu-aarch64"))
        _ = try await run.run(Audit.self, .init(targets: [target], forbidden: []), run.tree(at: bench.root))
        #expect(
            run.lines.filter { $0.hasPrefix("error") } == [
                "error: `slices/linux-gnu-aarch64/lib/liba.a(a.o)`: wrong undefined symbol for `linux-gnu-aarch64`: "
                    + "expected a definition, found `hidden`, which nobody defines"
            ])
    }

    @Test("a merged archive with another's bytes, a slice too few or too many is a fault") func merged() async throws {
        let bench = try ToolBench()
        let triples = ["macos-arm64": "arm64-apple-macosx11.0", "macos-x86_64": "x86_64-apple-macosx11.0"]
        for (name, triple) in triples {
            try bench.archive("slices/\(name)/lib/liba.a", ["a": "int a;"], triple: triple)
            try bench.archive("other/\(name).a", ["a": "int b;"], triple: triple)
        }
        let (arm64, x86) = ("slices/macos-arm64/lib/liba.a", "slices/macos-x86_64/lib/liba.a")
        let rows: [(inputs: [String], faults: [String])] = [
            ([arm64, x86], []),
            ([arm64, "other/macos-x86_64.a"], ["expected the bytes of `\(x86)`, found others"]),
            ([arm64], ["expected a slice for x86_64, found none"]),
        ]
        let targets = triples.keys.sorted().map { AuditExpectation(target: .named($0), minimumVersion: OSVersion(11)) }
        try FileManager.default.createDirectory(
            at: bench.root.appending(path: "lib/macos"), withIntermediateDirectories: true)
        for (inputs, faults) in rows {
            _ = try bench.run(["llvm-lipo-22", "-create"] + inputs + ["-output", "lib/macos/liba.a"])
            let run = StepRun()
            let outcome = try await run.run(
                Audit.self, .init(targets: targets, forbidden: []), run.tree(at: bench.root))
            #expect(outcome.failure == (faults.isEmpty ? nil : .audit))
            let told = run.lines.filter { $0.hasPrefix("error: `lib/macos/liba.a`: wrong merged for") }
            #expect(told.count == faults.count && zip(told, faults).allSatisfy { $0.hasSuffix($1) }, "\(run.lines)")
        }
    }
}
