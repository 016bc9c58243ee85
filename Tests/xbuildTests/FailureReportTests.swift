import Actions
import Testing

@testable import Engine
@testable import xbuild

struct FailureReportTests {
    private func report(log: String, configLog: String? = nil) -> [String] {
        let label = StepLabel(0, "build x 1.0", target: "ios-arm64")
        let failure = StepFailure(
            kind: .build, reason: .exited(2), logPath: "store/work/a/log", workFolder: "store/work/a")
        var report = FailureReport(label: label, failure: failure)
        for line in log.split(separator: "\n", omittingEmptySubsequences: false) { report.log.add(String(line)) }
        if let configLog {
            var excerpt = ConfigLogExcerpt()
            for line in configLog.split(separator: "\n") { excerpt.add(String(line)) }
            report.configLog = excerpt
        }
        return report.lines
    }

    @Test func `the first compiler error is shown, not make's last line`() {
        let log = """
            cc -c a.c
            src/a.c:3:5: error: use of undeclared identifier 'foo'
                3 |     foo();
                  |     ^
            src/b.c:9:1: error: another
            1 error generated.
            make[1]: *** [Makefile:9: a.o] Error 1
            make: *** [Makefile:4: all] Error 2
            """
        #expect(
            report(log: log) == [
                "error: ios-arm64: build x 1.0 exited with status 2",
                "  src/a.c:3:5: error: use of undeclared identifier 'foo'", "      3 |     foo();", "        |     ^",
                "log: store/work/a/log", "build folder kept: store/work/a",
            ])
    }

    @Test func `the failing check of config.log is shown`() {
        let log =
            "checking whether the C compiler works... no\nconfigure: error: C compiler cannot create executables\n"
        let configLog = """
            configure:100: checking for gcc
            configure:101: result: clang
            configure:200: checking whether the C compiler works
            configure:210: clang -bad conftest.c >&5
            clang: error: unknown argument: '-bad'
            configure:214: $? = 1
            | int main (void) { return 0; }
            configure:220: error: C compiler cannot create executables
            """
        let lines = report(log: log, configLog: configLog)
        #expect(lines[1] == "  configure:200: checking whether the C compiler works")
        #expect(lines.contains("  clang: error: unknown argument: '-bad'"))
        #expect(!lines.contains { $0.contains("int main") })
        #expect(lines.contains("  configure:220: error: C compiler cannot create executables"))
    }

    @Test(arguments: [
        (
            "a\nld64.lld: error: undefined symbol: _foo\n>>> referenced by a.o\nmake: *** Error 1",
            "ld64.lld: error: undefined symbol: _foo"
        ),
        ("a\nsh: 1: autoreconf: not found\n", "sh: 1: autoreconf: not found"),
        ("configure.ac:12: error: possibly undefined macro", "configure.ac:12: error: possibly undefined macro"),
        ("checking for x... file: not found\nerror: it broke", "error: it broke"),
    ])
    func `the first error line of a log is shown`(log: String, line: String) {
        #expect(report(log: log)[1] == "  " + line)
    }

    @Test func `the end of a log without errors is shown`() {
        #expect(report(log: "one\ntwo\n")[1...2] == ["  one", "  two"])
    }

    @Test func `only a bounded part of a log is kept`() {
        var (log, configLog) = (LogExcerpt(), ConfigLogExcerpt())
        for index in 0..<10_000 {
            log.add("error: \(index)")
            log.add(" source \(index)")
            configLog.add(index == 0 ? "configure:1: checking for x" : "line \(index)")
        }
        configLog.add("configure:2: error: no x")
        #expect(log.firstError == ["error: 0", " source 0"])
        #expect(log.errors.count == 20)
        #expect(log.errorCount == 10_000)
        #expect(log.end == (9990..<10_000).flatMap { ["error: \($0)", " source \($0)"] })
        #expect(
            configLog.lines
                == ["configure:1: checking for x"] + (1...5).map { "line \($0)" } + ["…"]
                + (9995...9999).map { "line \($0)" } + ["configure:2: error: no x"])
    }

    @Test func `the report of a timeout names the option for more time`() {
        let label = StepLabel(0, "build x 1.0")
        #expect(
            FailureReport(label: label, failure: StepFailure(kind: .build, reason: .timedOut(7200))).lines == [
                "error: build x 1.0 was killed after its time limit of 2 h",
                "hint: `--timeout` gives actions more time",
            ])
    }

    @Test func `the report of a failed test also shows the end of the log`() {
        let log = "cc a.c\nPASS: one\nFAIL: two\n# FAIL:  1\nexpected 1, got 2\nmake: *** [check] Error 1\n"
        #expect(
            report(log: log)[1...8].map { $0.dropFirst(2) } == [
                "FAIL: two", "…", "cc a.c", "PASS: one", "FAIL: two", "# FAIL:  1", "expected 1, got 2",
                "make: *** [check] Error 1",
            ])
    }

    @Test func `a compiler's colours are removed from the report`() {
        #expect(report(log: "a.c:1:1: error: \u{1B}[31mno\u{1B}[0m\n")[1] == "  a.c:1:1: error: no")
    }
}
