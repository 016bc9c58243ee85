import Foundation
import TestSupport
import Testing

@testable import Planning

/// The lines of logs that builds keep.
@Suite(.tags(.process)) struct EvidenceScriptTests {
    /// Runs the script's part in a folder with these files; returns the kept files by path.
    private static func kept(_ files: [String: String]) throws -> [String: String] {
        let folder = try TemporaryFolder(files)
        let script = "set -eu\nROOT=$(pwd -P)\n\(EvidenceScript.text)\necho done\n"
        let output = try folder.run("sh", ["-c", script])
        #expect(output.status == 0 && output.out == "done\n", "\(output.out)\(output.err)")
        let answers = folder.url.appending(path: "answers")
        let names = try FileManager.default.subpathsOfDirectory(atPath: answers.path)
        let texts = names.compactMap { name in
            (try? String(contentsOf: answers.appending(path: name), encoding: .utf8)).map { (name, $0) }
        }
        return Dictionary(uniqueKeysWithValues: texts)
    }

    private static let rows: [(row: String, line: String, kept: String)] = [
        ("a check", "configure:10: checking for strerror", "checking for strerror"),
        ("a result", "configure:12: result: (cached) yes", "result: (cached) yes"),
        ("a path", "configure:12: result: /usr/bin/install -c", ""),
        ("a variable", "ac_cv_func_strerror=yes", "ac_cv_func_strerror=yes"),
        ("a variable of the machine", "ac_cv_path_SED=sed", ""),
        (
            "a command", "configure:11: /opt/bin/clang --target=arm64-apple-ios9.0 -o conftest conftest.c >&5",
            "compiler /opt/bin/clang arm64-apple-ios9.0"
        ),
        ("a command in parentheses", "configure:9: (/opt/bin/clang -c conftest.c) >&5", "compiler /opt/bin/clang"),
        ("a command without a triple", "configure:11: gcc-12 conftest.c >&5", "compiler gcc-12"),
        ("a version", "clang version 21.0.0", ""), ("a description", "gcc (Debian 12.2.0-14) 12.2.0", ""),
        ("a linker's error", "ld.lld-19: error: undefined symbol: set_emulation", "linker ld.lld-19"),
        (
            "objects for another machine", "ld.lld: error: a.o is incompatible with b.o",
            "linker ld.lld: is incompatible with"
        ),
        (
            "a skipped library", "/usr/bin/ld: skipping incompatible /usr/lib/libm.so when searching",
            "linker /usr/bin/ld"
        ),
        ("GCC's linker", "collect2: error: ld returned 1 exit status", "linker collect2"),
        ("a linker's command", " \"/usr/bin/ld\" -EL -o a.out", "linker /usr/bin/ld"),
        ("a variable of configure", "LD='/usr/bin/ld -m elf_x86_64'", ""),
    ]

    @Test(arguments: rows)
    func `the lines of config.log with results and tools are kept`(row: String, line: String, kept: String) throws {
        let text = try Self.kept(["build/config.log": line + "\n"])["config.log"]
        #expect(text == (kept.isEmpty ? "" : kept + "\n"))
    }

    @Test func `the path of the build is not kept`() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "build/x")
        let line = "configure:1: $ROOT/tools/cc a.c >&5\nax_cv_x_`printf %s \"$ROOT\" | tr -c A-Za-z0-9 _`_build=yes"
        let script = """
            set -eu
            ROOT=$(pwd -P)
            printf '%s\\n' "\(line)" >build/config.log
            \(EvidenceScript.text)
            cat answers/config.log
            """
        let output = try folder.run("sh", ["-c", script])
        #expect(output.out == "compiler tools/cc\nax_cv_x__build=yes\n", "\(output.err)")
    }

    @Test func `programs in configure.log are kept up to the result, and banners are not`() throws {
        let log = """
            === Configuring foo ===
            Mon Nov 23 19:48:43 UTC 2026
            === ztest4711.c ===
            int main() { return strlen(strerror(errno)); }
            ===
            clang -c ztest4711.c
            Checking for strerror... Yes.
            === a.c ===
            int pid12345;
            Checking for size_t... No.
            host: example

            """
        let expected = """
            === program ===
            int main() { return strlen(strerror(errno)); }
            ===
            compiler clang
            Checking for strerror... Yes.
            === program ===
            int pid;
            Checking for size_t... No.

            """
        #expect(try Self.kept(["build/configure.log": log]) == ["configure.log": expected])
    }

    @Test func `logs that came with the source, and builds without a folder or with odd names, are no errors`() throws {
        let log = "ac_cv_func_a=yes\n"
        #expect(try Self.kept(["source/x": ""]) == [:])
        #expect(
            try Self.kept(["source/sub/config.log": log, "build/sub/config.log": log, "build/config.log": log])
                == ["config.log": log])
        #expect(try Self.kept(["build/a b /config.log": log, "build/a\nb/config.log": log])["a b /config.log"] == log)
    }

    @Test(arguments: [
        "meson-private/tmp1/testfile.c:4:18: fatal error: 'bsd/stdlib.h' file not found",
        "testfile.c:4:18: fatal error: bsd/stdlib.h: No such file or directory",
    ])
    func `the header that a program of Meson or of a script lacks is kept`(_ error: String) throws {
        let kept = try Self.kept([
            "build/meson-logs/meson-log.txt": "\(error)\nChecking for function \"strlcpy\" : NO \n",
            "build/configure.log": "=== a.c ===\n#include <bsd/string.h>\n===\n\(error)\nChecking for strlcpy... No.\n",
            "build/config.log": "\(error)\n",
        ])
        #expect(
            kept["meson-logs/meson-log.txt"]
                == "no header bsd/stdlib.h\nChecking for function \"strlcpy\" : NO \n")
        #expect(kept["configure.log"]?.contains("===\nno header bsd/stdlib.h\nChecking for strlcpy") == true)
        #expect(kept["config.log"] == "")
    }
}
