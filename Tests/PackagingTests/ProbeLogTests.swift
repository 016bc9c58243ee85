import Basics
import Testing

@testable import Packaging

/// The kept lines of logs, as the build's script writes them.
struct ProbeLogTests {
    private func probes(_ name: RelativePath, _ lines: String...) -> [Probe] {
        ProbeLog(lines.joined(separator: "\n"), at: name).probes
    }

    @Test func `Autoconf's cache variables are results, and its checks of functions are recognized`() {
        let probes = probes(
            "sub/config.log", "checking for gawk", "checking for strerror", "compiler clang", "result: yes",
            "checking for arc4random", "result: no", "checking for getauxval", "result: (cached) yes",
            "checking for futimens", "result: yes", "ac_cv_func_arc4random=no", "ac_cv_func_fork_works=yes",
            "ac_cv_func_futimens=no",
            "ac_cv_func_getauxval=yes",
            "ac_cv_func_strerror=yes", "ac_cv_search_pow='none required'", "ac_cv_sizeof_long=8")
        #expect(
            probes == [
                Probe("ac_cv_func_arc4random", answer: "no", function: .init(name: "arc4random", exists: false)),
                Probe("ac_cv_func_fork_works", answer: "yes"),
                // configure changed the result after the check.
                Probe("ac_cv_func_futimens", answer: "no"),
                // The recipe set the result.
                Probe("ac_cv_func_getauxval", answer: "yes"),
                Probe("ac_cv_func_strerror", answer: "yes", function: .init(name: "strerror", exists: true)),
                Probe("ac_cv_search_pow", answer: "none required"), Probe("ac_cv_sizeof_long", answer: "8"),
            ])
    }

    @Test func `CMake's logs of both forms name the functions`() {
        let expected = [
            Probe("function strerror", answer: "found", function: .init(name: "strerror", exists: true)),
            Probe("function getpid_x", answer: "not found", function: .init(name: "getpid_x", exists: false)),
        ]
        let old = probes(
            "CMakeFiles/CMakeOutput.log",
            "Determining if the function strerror exists passed with the following output:",
            "Determining if the function getpid_x exists failed with the following output:",
            "Determining if the include file a.h exists passed with the following output:",
            "Determining if the function pow exists in the m passed with the following output:")
        #expect(old == expected)
        let new = probes(
            "CMakeFiles/CMakeConfigureLog.yaml", "check", "function", "for strerror", "exitCode: 0", "check",
            "for stdio.h", "exitCode: 0", "check", "function", "for getpid_x", "linker ld.lld", "exitCode: 1")
        #expect(new == expected)
        #expect(
            probes("CMakeCache.txt", "HAVE_A:INTERNAL=1", "HAVE_B:INTERNAL=")
                == [Probe("HAVE_A", answer: "1"), Probe("HAVE_B", answer: "")])
    }

    @Test func `Meson's results are read, and equal checks are numbered`() {
        let probes = probes(
            "meson-logs/meson-log.txt", "compiler clang", "program", "Checking for function \"strerror\" : YES ",
            "Checking for function \"strerror\" : YES (cached)", "Checking for function \"strerror\" : NO ",
            "compiler clang", "program", "compiler clang", "Checking for function \"popcount\" : YES ",
            "Compiler for C supports arguments -Wall: YES ", "Checking if \"a: b\" : links: NO ",
            "Checking for size of \"long\" : 8")
        let function = "Checking for function \"strerror\""
        #expect(
            probes == [
                Probe(function, answer: "YES", function: .init(name: "strerror", exists: true)),
                Probe(function + " (2)", answer: "NO", function: .init(name: "strerror", exists: false)),
                // The compiler has the function, but no library.
                Probe("Checking for function \"popcount\"", answer: "YES"),
                Probe("Compiler for C supports arguments -Wall", answer: "YES"),
                Probe("Checking if \"a: b\" : links", answer: "NO"),
                Probe("Checking for size of \"long\"", answer: "8"),
            ])
    }

    @Test func `a script's "yes" counts only if its program calls the function`() {
        let probes = probes(
            "configure.log", "=== program ===", "size_t dummy = 0;", "===", "Checking for size_t... Yes.",
            "=== program ===", "int main() { return strlen(strerror(1)); }", "===", "compiler clang",
            "Checking for strerror... Yes.", "Checking for off64_t... No.",
            "Checking for vsnprintf() in stdio.h... No.",
            "Checking whether to use vs[n]printf() or s[n]printf()... using vs[n]printf().")
        #expect(
            probes == [
                Probe("size_t", answer: "Yes"),
                Probe("strerror", answer: "Yes", function: .init(name: "strerror", exists: true)),
                Probe("off64_t", answer: "No", function: .init(name: "off64_t", exists: false)),
                Probe("vsnprintf() in stdio.h", answer: "No", function: .init(name: "vsnprintf", exists: false)),
                Probe("to use vs[n]printf() or s[n]printf()", answer: "using vs[n]printf()"),
            ])
    }

    @Test func `compilers and linkers are read from every log`() {
        let log = ProbeLog(
            "compiler /usr/bin/cc a-b-c\nlinker ld\nlinker /usr/bin/ld: unknown emulation\n", at: "config.log")
        #expect(log.tools.map(\.name).sorted() == ["/usr/bin/cc", "/usr/bin/ld", "ld"])
        #expect(log.tools.compactMap(\.mismatch) == ["unknown emulation"])
        #expect(log.tools.compactMap(\.triple) == ["a-b-c"])
        #expect(log.isForAnother(than: "d") && !log.isForAnother(than: "a-b-c"))
        #expect(log.probes.isEmpty)
    }

    @Test(
        arguments: [
            ("meson-log.txt", "compiler clang\nChecking for function \"f\" : YES \n", ["f"]),
            ("meson-log.txt", "Checking for function \"f\" : NO \n", []),
            ("config.log", "checking for f\nresult: no\nac_cv_func_f=no\nac_cv_search_f='none required'\n", ["f"]),
            ("config.log", "checking for f\nresult: no\nac_cv_func_f=no\nac_cv_search_f=no\n", []),
            ("config.log", "checking for f\nresult: yes\nac_cv_func_f=yes\n", ["f"]),
            ("CMakeConfigureLog.yaml", "check\nfor f\nexitCode: 0\ncheck\nfor g\nexitCode: 1\n", ["f"]),
            ("CMakeOutput.log", "Determining if the f exist passed with the following output:\n", ["f"]),
            ("CMakeOutput.log", "Determining if the function f exists passed with the following output:\n", ["f"]),
            ("configure.log", "Checking for f... Yes.\nChecking for g... No.\n", ["f"]),
        ] as [(RelativePath, String, Set<String>)])
    func `functions that any check found are known`(_ path: RelativePath, _ log: String, _ found: Set<String>) {
        #expect(ProbeLog(log, at: path).found == found)
    }

    @Test func `a missing header belongs to the next result`() {
        let lines = [
            "compiler clang", "no header bsd/a.h", "Checking for function \"f\" : NO ",
            "Checking for function \"g\" : NO ",
        ]
        let meson = ProbeLog(lines.joined(separator: "\n"), at: "meson-log.txt").probes.compactMap(\.function)
        #expect(meson.map(\.missingHeader) == ["bsd/a.h", nil])
        let script = probes(
            "configure.log", "=== program ===", "no header x.h", "===", "no header bsd/a.h", "Checking for f... No.",
            "Checking for g... No.")
        #expect(script.compactMap(\.function).map(\.missingHeader) == ["bsd/a.h", nil])
    }
}
