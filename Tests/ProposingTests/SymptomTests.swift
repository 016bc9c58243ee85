import Testing

@testable import Proposing

/// The logs are those of clang and lld 21, gold, autoconf 2.71, automake 1.16 and CMake 3.25 on Debian, for small sources
/// with the fault in question.
@Suite struct SymptomTests {
    struct Log: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var symptoms: [Symptom]
    }

    private static let compilers = [
        Log(
            testDescription: "clang, an undeclared function",
            text: """
                a.c:1:42: error: call to undeclared library function 'strlen' with type 'unsigned long (const char *)'; ISO C99 and later do not support implicit function declarations [-Wimplicit-function-declaration]
                    1 | int size(const char *text) { return (int)strlen(text); }
                      |                                          ^
                a.c:1:42: note: include the header <string.h> or explicitly provide a declaration for 'strlen'
                1 error generated.
                """,
            symptoms: [.undeclaredFunction(header: "string.h")]),
        Log(
            testDescription: "clang, a missing header",
            text: """
                c.c:1:10: fatal error: 'own/own.h' file not found
                    1 | #include "own/own.h"
                      |          ^~~~~~~~~~~
                1 error generated.
                """,
            symptoms: [.missingHeader("own/own.h")]),
        Log(
            testDescription: "CMake and clang, a warning with -Werror",
            text: """
                [ 50%] Building C object CMakeFiles/tiny.dir/b.c.o
                /source/b.c:1:21: error: unused variable 'left' [-Werror,-Wunused-variable]
                    1 | int one(void) { int left; return 1; }
                      |                     ^~~~
                1 error generated.
                gmake[2]: *** [CMakeFiles/tiny.dir/build.make:76: CMakeFiles/tiny.dir/b.c.o] Error 1
                gmake[1]: *** [CMakeFiles/Makefile2:83: CMakeFiles/tiny.dir/all] Error 2
                gmake: *** [Makefile:91: all] Error 2
                """,
            symptoms: [.fatalWarning("unused-variable")]),
        Log(
            testDescription: "clang, an unknown flag", text: "clang: error: unknown argument: '-fforce-mem'",
            symptoms: [.refusedFlag]),
        Log(
            testDescription: "clang, a header of the prefix",
            text: """
                In file included from include/z/types.h:3:
                include/z/list.h:1:2: error: expected '= constant-expression' or end of enumerator definition
                    1 | Z(A)
                      |  ^
                1 error generated.
                """,
            symptoms: [.brokenHeader(path: "include/z/list.h", line: 1)]),
    ]

    private static let linkers = [
        Log(
            testDescription: "lld, an undefined symbol",
            text: """
                ld.lld: error: undefined symbol: getopt_
                >>> referenced by d.c
                >>>               d.o:(main)
                >>> did you mean: getopt
                >>> defined in: /lib/x86_64-linux-gnu/libc.so.6
                clang: error: linker command failed with exit code 1 (use -v to see invocation)
                """,
            symptoms: [.unlinkedProgram]),
        Log(
            testDescription: "gold, an undefined symbol",
            text: """
                d.o:d.c:function main: error: undefined reference to 'getopt_'
                clang: error: linker command failed with exit code 1 (use -v to see invocation)
                """,
            symptoms: [.unlinkedProgram]),
        Log(
            testDescription: "lld, a missing library",
            text: """
                ld.lld: error: unable to find library -lnone
                clang: error: linker command failed with exit code 1 (use -v to see invocation)
                """,
            symptoms: [.unlinkedProgram]),
        Log(
            testDescription: "the install step, a path in a shared library",
            text: "error: the install step left a path of the build in `lib/libz.1.dylib`",
            symptoms: [.buildPathInLibrary]),
    ]

    private static let tools = [
        Log(
            testDescription: "configure, an unknown system",
            text: """
                checking build system type... x86_64-pc-linux-gnu
                checking host system type... Invalid configuration `arm64-nothing-xyz': OS `xyz' not recognized
                configure: error: /bin/bash ./config.sub arm64-nothing-xyz failed
                """,
            symptoms: [.unknownMachine, .unknownMachine]),
        Log(
            testDescription: "automake, no makeinfo",
            text: """
                /source/missing: line 81: makeinfo: command not found
                WARNING: 'makeinfo' is missing on your system.
                         You should only need it if you modified a '.texi' file, or
                         any other file indirectly affecting the aspect of the manual.
                         You might want to install the Texinfo package:
                         <https://www.gnu.org/software/texinfo/>
                make: *** [Makefile:347: tiny.info] Error 127
                """,
            symptoms: [.missingManualTool, .missingManualTool]),
        Log(
            testDescription: "a shell and its programs, a source that cannot be written",
            text: """
                mkdir: cannot create directory ‘source/x’: Read-only file system
                sh: 1: cannot create source/y: Read-only file system
                cp: cannot create regular file 'source/z': Read-only file system
                """,
            symptoms: [.writesSource, .writesSource, .writesSource]),
        Log(
            testDescription: "autoreconf, no autopoint",
            text: """
                Can't exec "autopoint": No such file or directory at /usr/share/autoconf/Autom4te/FileUtils.pm line 293.
                autoreconf: error: autopoint failed with exit status: 2
                """,
            symptoms: [.missingAutopoint, .missingAutopoint]),
    ]

    private static let others = [
        "configure: error: cannot find foo", "x.c:1: error: expected `;`", "", "include the header <",
        "./include/z/types.h:x:1: error: expected identifier", "error: z", "unused [-Werror,-W]",
        "checking whether makeinfo works... yes", "`a.h` is textual: z does not reach `b.h`",
    ].map { Log(testDescription: "`\($0)`", text: $0, symptoms: []) }

    @Test(arguments: compilers + linkers + tools + others)
    func `known failures are recognized in logs`(_ log: Log) {
        #expect(Symptom.all(in: log.text.split(separator: "\n").map(String.init)) == log.symptoms)
    }

    @Test(
        arguments: [
            (
                "error: `import Z` does not reach `z/a.h` (does not compile on ios-arm64: unknown type `q`), `b.h`",
                ["z/a.h", "b.h"]
            ), ("error: `import Z` does not reach `a.h` (not among the recipe's headers)", ["a.h"]),
        ] as [(String, [String])])
    func `a step's log names the headers that importers cannot reach`(_ line: String, _ headers: [String]) {
        #expect(Symptom.all(in: ["start", line]) == [.unreachedHeaders(headers)])
    }

    @Test func `failures of installed headers come first`() {
        let log = [
            "ld.lld: error: undefined symbol: a", "error: `import Z` does not reach `a.h`, `b.h`",
            "./include/z/types.h:4:1: error: expected identifier",
        ]
        #expect(
            Symptom.all(in: log) == [
                .brokenHeader(path: "include/z/types.h", line: 4), .unreachedHeaders(["a.h", "b.h"]), .unlinkedProgram,
            ])
    }
}
