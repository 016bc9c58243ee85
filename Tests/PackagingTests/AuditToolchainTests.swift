import Actions
import Basics
import Steps
import Targets
import TestSupport
import Testing

@testable import Packaging

/// Compares the audit's expectations with clang's output, for every target.
@Suite(.tags(.process)) struct AuditToolchainTests {
    /// Returns a minimum version at which the platform does not yet support some of its architectures.
    private static func old(_ target: Target) -> OSVersion {
        switch target.platform {
        case .macOS: OSVersion(10, 9)
        case .iOS: target.environment == .macCatalyst ? OSVersion(13, 1) : OSVersion(9)
        case .tvOS: OSVersion(9)
        case .watchOS: OSVersion(2)
        case .visionOS, .linux, .android, .windows, .wasi: OSVersion(1)
        }
    }

    @Test func `clang's objects for every target pass, even if clang raised the minimum version`() async throws {
        let bench = try ToolBench()
        for target in Target.all {
            let triple = target.platform.isApple ? target.triple(minimum: Self.old(target)) : target.triple
            try bench.archive("slices/\(target)/lib/liba.a", ["a": "int f(int x) { return x + 1; }"], triple: triple)
        }
        let run = StepRun()
        let expectations = Target.all.map { AuditExpectation(target: $0, minimumVersion: Self.old($0)) }
        let outcome = try await run.run(
            Audit.self, .init(targets: expectations, libraries: ["liba.a"], forbidden: []), run.tree(at: bench.root))
        #expect(outcome.failure == nil)
        #expect(run.lines.filter { $0.hasPrefix("error") } == [])
        #expect(run.lines.count == Target.all.count)
    }

    /// Operations that clang turns into calls of its runtime on some target.
    private static let source = """
        typedef unsigned long long u64; typedef long long i64;
        u64 udiv(u64 a, u64 b) { return a / b; }
        u64 umod(u64 a, u64 b) { return a % b; }
        i64 sdiv(i64 a, i64 b) { return a / b; }
        unsigned div32(unsigned a, unsigned b) { return a / b; }
        int mod32(int a, int b) { return a % b; }
        u64 shift(u64 a, unsigned b) { return a << b; }
        int bits(u64 a) { return __builtin_popcountll(a) + __builtin_clzll(a) + __builtin_ctzll(a); }
        int over(i64 a, i64 b, i64 *c) { return __builtin_mul_overflow(a, b, c); }
        double fromInt(i64 a) { return (double)a; }
        float fromUnsigned(u64 a) { return (float)a; }
        u64 toInt(double a) { return (u64)a; }
        double power(double a, int b) { return __builtin_powi(a, b); }
        double _Complex product(double _Complex a, double _Complex b) { return a * b; }
        float half(float a) { return (float)(__fp16)a; }
        long double wide(long double a, long double b) { return a * b / (a + b); }
        #ifdef __SIZEOF_INT128__
        unsigned __int128 wideDiv(unsigned __int128 a, unsigned __int128 b) { return a / b; }
        double wideToDouble(__int128 a) { return (double)a; }
        #endif
        int counter; __thread int local;
        int atomics(int a) { return __atomic_fetch_add(&counter, a, 5) + __atomic_exchange_n(&counter, a, 5); }
        int threadLocal(void) { return local++; }
        int loud(int a) { switch (a) { case 0: return 5; case 1: return 8; case 2: return 1; case 3: return 77; } return a; }
        """

    static let runtime: [(target: String, flags: [String])] = [
        ("linux-gnu-x86_64", ["-fPIC", "-ftls-model=global-dynamic"]),
        ("linux-gnu-aarch64", ["-fPIC", "-moutline-atomics"]), ("linux-gnu-armv7", ["-fPIC"]),
        ("linux-gnu-armv7", ["-mfloat-abi=soft"]), ("linux-gnu-i686", ["-fPIC"]), ("linux-gnu-riscv64", ["-fPIC"]),
        ("linux-gnu-s390x", ["-fPIC"]), ("linux-gnu-powerpc64le", ["-fPIC", "-Os"]), ("linux-musl-x86_64", ["-fPIC"]),
        ("ios-armv7", []), ("ios-armv7s", []), ("ios-arm64", []), ("ios-simulator-i386", []),
        ("watchos-armv7k", []), ("watchos-arm64_32", []), ("macos-x86_64", []), ("windows-msvc-x86_64", []),
        ("windows-mingw-i686", []), ("wasi-wasm32", []), ("android-armv7", ["-fPIC"]),
    ]

    @Test(arguments: runtime.indices)
    func `functions of the compiler's runtime are not reported as undefined`(row: Int) async throws {
        let (name, flags) = Self.runtime[row]
        let target = Target.named(name)
        let bench = try ToolBench(["providers/\(target)/readme": "GROUP ( nothing )"])
        let hasHalf = !["linux-gnu-i686", "linux-gnu-s390x", "linux-gnu-powerpc64le"].contains(name)
        let source = hasHalf ? Self.source : Self.source.replacing("__fp16", with: "float")
        let triple = target.platform.isApple ? target.triple(minimum: OSVersion(10, 13)) : target.triple
        try bench.archive(
            "slices/\(target)/lib/liba.a", ["a": source + "\nint gone(void); int g(void) { return gone(); }"],
            triple: triple, flags: flags)
        let run = StepRun()
        let outcome = try await run.run(
            Audit.self, .init(targets: [AuditExpectation(target: target)], forbidden: [], allowedUndefined: ["pow"]),
            run.tree(at: bench.root))
        #expect(outcome.failure == .audit)
        let missing = run.lines.filter { $0.contains("undefined symbol") }
        #expect(missing.count == 1 && missing.first?.hasSuffix("gone`, found none") == true, "\(missing)")
    }

    @Test(arguments: ["_udivti3", "__udivti33", "puts", "", "___divdi3x"])
    func `a name similar to that of a runtime function is not accepted`(name: String) {
        for target in ["macos-arm64", "linux-gnu-x86_64", "windows-msvc-x86_64", "wasi-wasm32"] {
            let expectation = AuditExpectation(target: .named(target))
            #expect(!CompilerRuntime.provides(name, expectation.format, prefix: expectation.globalPrefix), "\(target)")
        }
    }
}
