import Basics
import Foundation
import Steps
import Targets
import TestSupport
import Testing

@testable import Packaging

/// The comparison of configure's results with the C library.
@Suite(.tags(.process)) struct CheckAnswersTests {
    /// A C library with `strerror`, the newer `arc4random`, and a libm with `pow`; and headers that declare these.
    private static func bench(_ log: String, name: String = "config.log") throws -> ToolBench {
        let bench = ToolBench.empty
        let system = "providers/linux-gnu-x86_64"
        let triple = "x86_64-unknown-linux-gnu"
        try bench.archive("\(system)/libc.a", ["c": "int strerror, calls, hidden, odd, stubbed;"], triple: triple)
        try bench.write(Array("double pow;".utf8), to: "m.c")
        let shared = ["-target", triple, "-shared", "-nostdlib", "-fuse-ld=lld", "-fno-builtin"]
        try bench.tool(["clang"] + shared + ["m.c", "-o", "\(system)/libm.so.6"])
        try bench.write(Array("arc4random 2.36\n".utf8), to: "\(system)/newer-symbols")
        let headers = "char *strerror(int);\nint calls (int);\ndouble pow(double, double);\nvoid *memcpy(void *);\n"
        try bench.write(
            Array(
                (headers
                    + "int arc4random(void);\nint hidden_not();\nint odd;\nint stubbed(void);\n#define __stub_stubbed\n")
                    .utf8),
            to: "headers/linux-gnu-x86_64/string.h")
        try bench.write(Array(log.utf8), to: "answers/linux-gnu-x86_64/\(name)")
        return bench
    }

    /// Returns the faults, as kinds and subjects, in a log of Autoconf.
    private func faults(
        _ log: String, name: String = "config.log", explained: [String: String] = [:],
        compilers: [String] = ["/usr/bin/clang"],
        linkers: [String] = ["/usr/bin/ld.lld-19"]
    ) async throws -> [String] {
        let bench = try Self.bench(log, name: name)
        let run = StepRun()
        let target = ProbedTarget(
            expectation: .init(target: .named("linux-gnu-x86_64")), triple: "x86_64-linux-gnu", compilers: compilers,
            linkers: linkers)
        let outcome = try await run.run(
            CheckAnswers.self, .init(targets: [target], explained: explained), run.tree(at: bench.root))
        let text = try #require(try run.files(outcome)["answers.json"])
        let report = try JSONDecoder().decode(AnswersReport.self, from: Data(text))
        #expect(outcome.failure == (report.faults.isEmpty ? nil : .audit))
        #expect(run.lines.filter { $0.hasPrefix("error: ") } == report.faults.map { "error: \($0)" })
        return report.faults.map { "\($0.kind.rawValue) \($0.subject)" }
    }

    private static func check(_ function: String, _ answer: String) -> String {
        "checking for \(function)\nresult: \(answer)\nac_cv_func_\(function)=\(answer)\n"
    }

    @Test(arguments: [
        ("strerror", "yes", [String]()), ("strerror", "no", ["missed strerror"]), ("calls", "no", ["missed calls"]),
        // No header declares these.
        ("hidden", "no", []), ("odd", "no", []), ("stubbed", "no", []),
        // The check does not link libm; a "yes" may come from `LIBS`.
        ("pow", "no", []), ("pow", "yes", []),
        // A newer version has the function.
        ("arc4random", "no", []), ("arc4random", "yes", ["invented arc4random"]),
        ("no_such", "no", []), ("no_such", "yes", ["invented no_such"]),
        // The stub lacks a function of ISO C.
        ("memcpy", "no", ["lacking memcpy"]),
    ])
    func `a result is compared with the symbols and headers`(
        _ function: String, _ answer: String, _ expected: [String]
    ) async throws {
        #expect(try await faults(Self.check(function, answer)) == expected)
    }

    @Test func `results that the recipe sets or explains are no faults`() async throws {
        #expect(try await faults("checking for strerror\nresult: (cached) no\nac_cv_func_strerror=no\n") == [])
        #expect(try await faults(Self.check("strerror", "no"), explained: ["strerror": "it is too slow"]) == [])
        #expect(try await faults(Self.check("strerror", "no"), explained: ["calls": "?"]) == ["missed strerror"])
    }

    private static let meson = "Checking for function \"strerror\" : "

    @Test(arguments: [
        ("\(meson)NO \n", ["missed strerror"]), ("\(meson)NO \ncompiler clang\n\(meson)YES \n", []),
        ("\(meson)YES \n\(meson)NO \n", []),
        ("no header bsd/string.h\n\(meson)NO \n", []),
        // The target has this header, so the check did not find the sysroot's headers.
        ("no header string.h\n\(meson)NO \n", ["missed strerror"]),
        ("no header bsd/string.h\n\(meson)NO \n\(meson)NO \n", ["missed strerror"]),
    ])
    func `a "no" is no fault if another check found the function, or the program lacks a header`(
        _ log: String, _ expected: [String]
    ) async throws {
        #expect(try await faults(log, name: "meson-log.txt", compilers: ["clang"]) == expected)
    }

    @Test(arguments: [
        ("compiler /usr/bin/clang\nlinker ld.lld-19\nlinker tools/linker/ld\n", [String]()),
        ("linker ld.lld\n", ["linker ld.lld"]), ("compiler clang-14\n", ["compiler clang-14"]),
        ("compiler gcc\n", ["compiler gcc"]), ("compiler /usr/bin/cc\n", ["compiler /usr/bin/cc"]),
        ("compiler /opt/bin/clang\n", ["compiler /opt/bin/clang"]),
        ("linker /usr/bin/ld\n", ["linker /usr/bin/ld"]), ("linker collect2\n", ["linker collect2"]),
        ("linker ld.lld-19: is incompatible with\n", ["emulation ld.lld-19"]),
    ])
    func `another compiler, linker or emulation is a fault`(_ log: String, _ expected: [String]) async throws {
        #expect(try await faults(log) == expected)
    }

    @Test func `a compiler that brings its linker, and a compiler without a declared linker, may use any`() async throws
    {
        let log = "linker /usr/lib/gcc/x/ld\nlinker collect2\n"
        #expect(try await faults(log, compilers: ["/usr/bin/clang", "gcc"]) == [])
        #expect(try await faults(log, compilers: ["/usr/bin/arm-linux-gnueabihf-gcc-12"]) == [])
        #expect(try await faults("linker ld64\n", linkers: []) == [])
    }

    @Test func `a configure run for the build machine is not compared with the target`() async throws {
        let check = Self.check("strerror", "no")
        #expect(try await faults("compiler /usr/bin/clang arm64-apple-ios9.0\n" + check) == [])
        #expect(try await faults("compiler /usr/bin/clang x86_64-linux-gnu\n" + check) == ["missed strerror"])
    }

    @Test func `without headers of a made sysroot, functions are not checked`() async throws {
        let bench = try Self.bench(Self.check("strerror", "no"))
        try FileManager.default.removeItem(at: bench.root.appending(path: "headers"))
        let run = StepRun()
        let target = ProbedTarget(
            expectation: .init(target: .named("linux-gnu-x86_64")), triple: "", compilers: [], linkers: [])
        let outcome = try await run.run(
            CheckAnswers.self, .init(targets: [target], explained: [:]), run.tree(at: bench.root))
        #expect(outcome.failure == nil)
    }
}
