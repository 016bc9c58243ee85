import Basics
import Foundation
import Steps
import Targets
import TestSupport
import Testing

@testable import Packaging

/// References to versions of a symbol, which lld links, or refuses, as the audit does.
@Suite(.tags(.process)) struct VersionedSymbolTests {
    private static let triple = "x86_64-unknown-linux-gnu"
    private static let system = "providers/linux-gnu-x86_64"

    /// A C library and a libm of glibc 2.31, with two versions of `memcpy` and of `pow`.
    private static func bench() throws -> ToolBench {
        let bench = try ToolBench([
            "c.c": """
            __asm__(".symver old, memcpy@GLIBC_2.2.5");
            __asm__(".symver new, memcpy@@GLIBC_2.14");
            __asm__(".symver latest, clockjoin@@GLIBC_2.31");
            void old(void) {}
            void new(void) {}
            void latest(void) {}

            """,
            "m.c": """
            __asm__(".symver old, pow@GLIBC_2.2.5");
            __asm__(".symver new, pow@@GLIBC_2.29");
            void old(void) {}
            void new(void) {}

            """,
            "versions.map": "GLIBC_2.2.5 {};\nGLIBC_2.14 {};\nGLIBC_2.29 {};\nGLIBC_2.31 {};\n",
        ])
        for (source, library) in [("c.c", "0-libc.so.6"), ("m.c", "1-libm.so.6")] {
            try bench.write([], to: "\(system)/\(library)")
            let flags = ["-target", triple, "-shared", "-nostdlib", "-fPIC", "-fuse-ld=lld", "-O1", "-fno-builtin"]
            try bench.tool(
                ["clang"] + flags + ["-Wl,--version-script=versions.map", source, "-o", "\(system)/\(library)"])
        }
        try bench.write(Array("strlcpy 2.38\n".utf8), to: "\(system)/newer-symbols")
        return bench
    }

    struct Reference: Sendable, CustomTestStringConvertible {
        var symbol: String
        /// What the audit finds in place of the symbol; nil if it is provided.
        var found: String?
        var isWeak = false
        var testDescription: String { symbol + (isWeak ? ", weak" : "") }
    }

    static let references = [
        Reference(symbol: "memcpy@GLIBC_2.2.5"), Reference(symbol: "memcpy@GLIBC_2.14"),
        Reference(symbol: "pow@GLIBC_2.29"), Reference(symbol: "clockjoin@GLIBC_2.31"),
        Reference(symbol: "strlcpy@GLIBC_2.38", found: "none before glibc 2.38"),
        Reference(symbol: "memcpy@GLIBC_2.34", found: "none before glibc 2.34"),
        Reference(symbol: "memcpy@GLIBC_2.29", found: "none"), Reference(symbol: "memcpy@GLIBC_PRIVATE", found: "none"),
        Reference(symbol: "pow@GLIBC_2.29", isWeak: true),
        Reference(symbol: "strlcpy@GLIBC_2.38", found: "none before glibc 2.38", isWeak: true),
    ]

    private static func audit(
        _ bench: ToolBench, _ source: String
    ) async throws -> (faults: [String], unlinked: [String]) {
        try bench.archive(
            "slices/linux-gnu-x86_64/lib/libfoo.a", ["foo": source], triple: triple,
            flags: ["-fPIC", "-fno-builtin"])
        let run = StepRun()
        let parameters = Audit.Parameters(
            targets: [.init(target: .named("linux-gnu-x86_64"))], libraries: ["libfoo.a"], forbidden: [], links: [])
        let outcome = try await run.run(Audit.self, parameters, run.tree(at: bench.root))
        let text = try #require(try run.texts(outcome)["audit.json"])
        let report = try JSONDecoder().decode(AuditReport.self, from: Data(text.utf8))
        return (
            report.faults.map { "\($0.rule.rawValue): expected \($0.expected), found \($0.found)" },
            run.lines.filter { $0.contains("users must then link") }
        )
    }

    private static func links(_ bench: ToolBench) throws -> Bool {
        let flags = ["-target", triple, "-shared", "-nostdlib", "-fuse-ld=lld", "-Wl,-z,defs", "-Wl,--whole-archive"]
        let inputs = ["slices/linux-gnu-x86_64/lib/libfoo.a", "\(system)/0-libc.so.6", "\(system)/1-libm.so.6"]
        return try bench.run(["clang"] + flags + inputs + ["-o", "linked.so"]).status == 0
    }

    @Test(arguments: references)
    func `a version that a library exports is provided`(_ reference: Reference) async throws {
        let bench = try Self.bench()
        let weak = reference.isWeak ? "__attribute__((weak)) " : ""
        let faults = try await Self.audit(
            bench,
            "__asm__(\".symver need, \(reference.symbol)\"); \(weak)int need(void); int f(void) { return need(); }")
        let expected = reference.found.map {
            "undefined symbol: expected a definition of `\(reference.symbol)`, found \($0)"
        }
        #expect(faults.faults == [expected].compactMap { $0 })
        #expect(try Self.links(bench) == (reference.found == nil))
        let needsMath = reference.symbol.hasPrefix("pow")
        #expect(faults.unlinked.count == (needsMath ? 1 : 0), "\(faults.unlinked)")
    }

    @Test func `an object's own default version defines the plain name`() async throws {
        let bench = try Self.bench()
        let source = """
            __asm__(".symver made, own@@V1");
            int made(void) { return 1; }
            __asm__(".symver kept, old@V1");
            int kept(void) { return 1; }

            """
        try bench.archive("dependencies/linux-gnu-x86_64/own/lib/libown.a", ["own": source], triple: Self.triple)
        let uses = """
            int own(void);
            __asm__(".symver other, old@V1"); int other(void);
            __asm__(".symver third, own@V1"); int third(void);
            int f(void) { return own() + other() + third(); }

            """
        #expect(try await Self.audit(bench, uses).faults == [])
    }
}
