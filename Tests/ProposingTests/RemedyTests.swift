import Recipes
import Testing

@testable import Proposing

@Suite struct RemedyTests {
    private static let listing = SourceListing(paths: ["include/own/own.h"], texts: [:])

    @Test(arguments: [
        ("configure: error: /bin/sh ./config.sub aarch64-apple-darwin failed", ["ac_cv_host"]),
        (
            "x.c:3:5: note: include the header <string.h> or explicitly provide a declaration",
            ["-include", "string.h"]
        ),
        ("mkdir: cannot create directory '../source/x': Read-only file system", ["in-source"]),
        ("a.c:1:10: fatal error: 'own/own.h' file not found", ["in-source"]),
        ("clang: error: unknown argument: '-fforce-mem'", ["CFLAGS=${CFLAGS}"]),
        ("ld64.lld: error: undefined symbol: _getopt", ["bin_PROGRAMS=", "noinst_PROGRAMS=", "check_PROGRAMS="]),
        ("WARNING: 'makeinfo' is missing on your system.", ["MAKEINFO=true"]),
        ("x.c:1:1: error: unused [-Werror,-Wunused-variable]", ["-Wno-error=unused-variable"]),
    ])
    func `a log line asks for one change, once`(_ line: String, _ words: [String]) throws {
        let remedy = try #require(
            Remedy.find(for: ProposedBuild(.autotools), log: ["checking for gcc", line], listing: Self.listing))
        let build = remedy.build
        let all = build.make + build.cflags + Array(build.variables.keys) + (build.inSource ? ["in-source"] : [])
        #expect(Set(words).isSubset(of: all))
        #expect(Remedy.find(for: build, log: [line], listing: Self.listing)?.build.bootstrap ?? true)
        #expect(!remedy.choice.reason.isEmpty)
    }

    @Test func `a shared library that CMake also builds gets its final name`() {
        let line = "error: the install step left a path of the build in `lib/libz.1.dylib`"
        let remedy = Remedy.find(for: ProposedBuild(.cmake), log: [line], listing: Self.listing)
        #expect(remedy?.build.configure.first == "-DCMAKE_BUILD_WITH_INSTALL_NAME_DIR=ON")
        #expect(remedy.flatMap { Remedy.find(for: $0.build, log: [line], listing: Self.listing) } == nil)
    }

    @Test(arguments: [
        "configure: error: cannot find foo", "x.c:1: error: expected `;`",
        "a.c:1:10: fatal error: 'wn.h' file not found", "", "include the header <",
    ])
    func `other failures have no remedy`(_ line: String) {
        #expect(Remedy.find(for: ProposedBuild(.autotools), log: [line], listing: Self.listing) == nil)
    }
}
