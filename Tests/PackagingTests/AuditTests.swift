import Actions
import Basics
import Foundation
import Steps
import Targets
import TestSupport
import Testing

@testable import Packaging

/// Tests each rule of the audit with objects that clang and llvm-ar make with a known fault.
@Suite(.tags(.process)) struct AuditTests {
    /// The stub of a system library that exports `_puts` and `_malloc` for the Apple targets of these tests.
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

    private static func mac() -> AuditExpectation { FaultyObject.mac() }

    @Test(arguments: FaultyObject.all) func `exactly the known faults are reported`(_ row: FaultyObject) async throws {
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
            "slices/\(row.target)/lib/libfoo.a", ["bad": row.source], triple: row.triple, flags: row.flags,
            suffix: row.suffix)
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
            #expect(run.lines.contains("error: \(place) for `\(row.target)`: \(fault)"))
        }
    }

    @Test(arguments: [[], ["m"]])
    func `the log notes a library that users must link, unless the recipe lists it`(links: [String]) async throws {
        let bench = ToolBench.empty
        let triple = "x86_64-unknown-linux-gnu"
        for (library, name) in [("0-libc.so.6", "puts"), ("1-libm.so.6", "floor"), ("2-libgcc_s.so.1", "unwind")] {
            try bench.write(Array("void \(name)(void) {}\n".utf8), to: "\(name).c")
            try bench.write([], to: "providers/linux-gnu-x86_64/\(library)")
            let words = ["clang", "-target", triple, "-shared", "-nostdlib", "-fuse-ld=lld", "\(name).c", "-o"]
            let made = try bench.run(words + ["providers/linux-gnu-x86_64/\(library)"])
            try #require(made.status == 0, "\(made.output)")
        }
        try bench.archive(
            "slices/linux-gnu-x86_64/lib/libfoo.a",
            [
                "foo":
                    "void puts(void); void floor(void); void unwind(void); void f(void) { puts(); floor(); unwind(); }"
            ],
            triple: triple, flags: ["-fno-builtin", "-fPIC"])
        let run = StepRun()
        let parameters = Audit.Parameters(
            targets: [.init(target: .named("linux-gnu-x86_64"))], libraries: ["libfoo.a"], forbidden: [], links: links)
        let outcome = try await run.run(Audit.self, parameters, run.tree(at: bench.root))
        #expect(outcome.failure == nil)
        #expect(
            run.lines.filter { $0.contains("link") }
                == (links.isEmpty
                    ? [
                        "`libfoo.a` uses `floor` of libm, which users must then link: add `link: [m]` under `products`"
                    ]
                    : []))
    }

    private func faults(
        _ run: StepRun, _ inputs: Directory, libraries: [RelativePath] = []
    ) async throws -> [String] {
        let parameters = Audit.Parameters(targets: [Self.mac()], libraries: libraries, forbidden: [])
        _ = try await run.run(Audit.self, parameters, inputs)
        return run.lines.filter { $0.hasPrefix("error: ") }
    }

    @Test func `missing, empty, unreadable and thin archives are reported`() async throws {
        let run = StepRun()
        let inputs = run.tree([
            "slices/macos-arm64/lib/libempty.a": "!<arch>\n", "slices/macos-arm64/lib/libtext.a": "hello",
            "slices/macos-arm64/lib/libthin.a": "!<thin>\n",
        ])
        let lib = "error: `slices/macos-arm64/lib"
        #expect(
            try await faults(run, inputs, libraries: ["libgone.a"]) == [
                "\(lib)/libgone.a` for `macos-arm64`: archive: expected an archive, found nothing",
                "\(lib)/libempty.a` for `macos-arm64`: archive: expected objects, found none",
                "\(lib)/libtext.a` for `macos-arm64`: archive: expected an archive, "
                    + "found not an object, an archive or a fat file",
                "\(lib)/libthin.a` for `macos-arm64`: archive: expected an archive that contains its members, "
                    + "found a thin archive",
            ])
    }

    @Test func `a member that is not an object is reported`() async throws {
        let bench = try ToolBench(["a.o": "hello, I am no object"])
        try bench.tool("llvm-ar-22", "rcsD", "lib.a", "a.o")
        let run = StepRun()
        let inputs = Directory(files: ["slices/macos-arm64/lib/liba.a": run.file(try bench.bytes("lib.a"))])
        #expect(
            try await faults(run, inputs) == [
                "error: `slices/macos-arm64/lib/liba.a(a.o)` for `macos-arm64`: format: "
                    + "expected mach-o object, found not an object, an archive or a fat file"
            ])
    }

    @Test func `a stub for other targets is a fault, and its symbols do not count`() async throws {
        let bench = try ToolBench()
        let source = "int puts(const char *); int f(void) { return puts(\"\"); }"
        try bench.archive("slices/macos-arm64/lib/liba.a", ["a": source], triple: "arm64-apple-macosx11.0")
        let stub = Self.stub.replacing("arm64-macos, ", with: "")
        try bench.write(Array(stub.utf8), to: "providers/macos-arm64/usr/lib/libSystem.tbd")
        let run = StepRun()
        #expect(
            try await faults(run, run.tree(at: bench.root)) == [
                "error: `providers/macos-arm64/usr/lib/libSystem.tbd` for `macos-arm64`: provider: "
                    + "expected a stub for arm64-macos, found a stub for other targets",
                "error: `slices/macos-arm64/lib/liba.a(a.o)` for `macos-arm64`: undefined symbol: "
                    + "expected a definition of `_puts`, found none",
            ])
    }

    @Test func `without the sysroot's libraries, the log states that symbols are unchecked`() async throws {
        let bench = try ToolBench()
        let source = "int gone(void); int f(void) { return gone(); }"
        try bench.archive("slices/macos-arm64/lib/liba.a", ["a": source], triple: "arm64-apple-macosx11.0")
        let run = StepRun()
        let outcome = try await run.run(
            Audit.self, .init(targets: [Self.mac()], forbidden: []), run.tree(at: bench.root))
        #expect(outcome.failure == nil)
        #expect(run.lines == ["`slices/macos-arm64/lib/liba.a` for `macos-arm64`: 1 object, good, symbols unchecked"])
    }

    @Test func `an archive may use symbols of another archive of the same library`() async throws {
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

    @Test func `an ELF shared library provides its exports and nothing else`() async throws {
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
                "error: `slices/linux-gnu-aarch64/lib/liba.a(a.o)` for `linux-gnu-aarch64`: undefined symbol: "
                    + "expected a definition of `hidden`, found none"
            ])
    }

    @Test func `a merged archive is a fault if a slice differs or is missing`() async throws {
        let bench = try ToolBench()
        let triples = ["macos-arm64": "arm64-apple-macosx11.0", "macos-x86_64": "x86_64-apple-macosx11.0"]
        for (name, triple) in triples {
            try bench.archive("slices/\(name)/lib/liba.a", ["a": "int a;"], triple: triple)
            try bench.archive("other/\(name).a", ["a": "int b;"], triple: triple)
        }
        let (arm64, x86) = ("slices/macos-arm64/lib/liba.a", "slices/macos-x86_64/lib/liba.a")
        let rows: [(inputs: [String], faults: [String])] = [
            ([arm64, x86], []),
            ([arm64, "other/macos-x86_64.a"], ["expected the bytes of `\(x86)`, found other bytes"]),
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
            let told = run.lines.filter { $0.hasPrefix("error: `lib/macos/liba.a` for `macos-") }
            #expect(told.count == faults.count && zip(told, faults).allSatisfy { $0.hasSuffix($1) }, "\(run.lines)")
        }
    }

    @Test func `an archive and a symlink to it give two merged archives, but one audit per target`() async throws {
        let bench = try ToolBench()
        for (name, triple) in ["macos-arm64": "arm64-apple-macosx11.0", "macos-x86_64": "x86_64-apple-macosx11.0"] {
            try bench.archive("slices/\(name)/lib/libpng.a", ["a": "int a;"], triple: triple)
            try bench.tool("ln", "-s", "libpng.a", "slices/\(name)/lib/libpng16.a")
        }
        let run = StepRun()
        let targets = ["macos-arm64", "macos-x86_64"].map(Target.named)
        let inputs = try run.tree(at: bench.root)
        let merged = try await run.run(MergeArchives.self, .init(targets: targets), inputs)
        #expect(try run.files(merged).keys.sorted() == ["lib/macos/libpng.a", "lib/macos/libpng16.a"])
        let lib = try #require(merged.outputs["lib"])
        let expectations = targets.map { AuditExpectation(target: $0, minimumVersion: OSVersion(11)) }
        let outcome = try await run.run(
            Audit.self, .init(targets: expectations, libraries: ["libpng.a", "libpng16.a"], forbidden: []),
            inputs.inserting(lib, at: "lib"))
        #expect(outcome.failure == nil, "\(run.lines)")
        #expect(run.lines.filter { $0.hasPrefix("`slices/") }.count == 2)
    }

    @Test func `the audit of a damaged archive fails or passes, but throws no error`() async throws {
        let bench = try ToolBench(["providers/macos-arm64/libSystem.tbd": Self.stub])
        let sources = ["a": "int puts(const char *); int f(void) { return puts(\"x\"); }", "b": "int g;"]
        try bench.archive("slices/macos-arm64/lib/liba.a", sources, triple: "arm64-apple-macosx11.0")
        let good = try bench.bytes("slices/macos-arm64/lib/liba.a")
        var random = SeededRandom(seed: 7)
        let run = StepRun()
        let inputs = try run.tree(at: bench.root)
        for _ in 0..<300 {
            var bytes = good
            for _ in 0..<(1 + Int(random.next() % 4)) {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            if random.next() % 3 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
            let damaged = inputs.inserting(run.file(bytes), at: "slices/macos-arm64/lib/liba.a")
            let outcome = try await run.run(Audit.self, .init(targets: [Self.mac()], forbidden: ["/xbuild/"]), damaged)
            #expect(outcome.failure != nil || outcome.outputs["audit.json"] != nil)
        }
    }
}
