import Steps
import TestSupport
import Testing

@testable import Packaging

/// Warnings about functions that write without a limit.
@Suite(.tags(.process)) struct UnboundedCallsTests {
    /// Returns the warnings of an audit of `libfoo.a` with these sources for two targets.
    private func warnings(_ mac: String, _ linux: String) async throws -> [String] {
        let bench = ToolBench.empty
        let sources = [
            ("macos-arm64", "arm64-apple-macos11", mac), ("linux-gnu-x86_64", "x86_64-unknown-linux-gnu", linux),
        ]
        for (target, triple, body) in sources {
            let text = "int f(char *to, int size) { \(body) }"
            let names = ["vsprintf", "vsnprintf", "sprintf", "snprintf", "__sprintf_chk", "gets", "fgets"].map {
                "int \($0)();"
            }
            try bench.archive(
                "slices/\(target)/lib/libfoo.a", ["a": names.joined() + text], triple: triple,
                flags: ["-fno-builtin", "-fPIC", "-std=gnu99", "-w"])
        }
        let run = StepRun()
        let parameters = Audit.Parameters(
            targets: [FaultyObject.mac(), .init(target: .named("linux-gnu-x86_64"))], libraries: ["libfoo.a"],
            forbidden: [])
        _ = try await run.run(Audit.self, parameters, run.tree(at: bench.root))
        return run.lines.filter { $0.hasPrefix("warning: ") }
    }

    @Test func `a function without a limit is a warning where another target calls the one with a limit`() async throws
    {
        let found = try await warnings("return vsprintf(to, 0);", "return vsnprintf(to, size, 0);")
        #expect(
            found == [
                "warning: `libfoo.a` for `macos-arm64` calls `vsprintf`; for `linux-gnu-x86_64` it calls only "
                    + "`vsnprintf`: compare the results of configure"
            ])
        #expect(try await warnings("return snprintf(to, size);", "return __sprintf_chk(to);").count == 1)
        #expect(try await warnings("return gets(to);", "return fgets(to, size, 0);").count == 1)
    }

    @Test(arguments: [
        ("return vsprintf(to, 0);", "return vsprintf(to, 0);"),
        ("return vsprintf(to, 0);", "return snprintf(to, size);"),
        ("return vsprintf(to, 0);", "return vsprintf(to, 0) + vsnprintf(to, size);"),
    ])
    func `targets that call the same functions draw no warning`(_ mac: String, _ linux: String) async throws {
        #expect(try await warnings(mac, linux) == [])
    }
}
