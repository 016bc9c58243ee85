import Basics
import Recipes
import Testing

@testable import Proposing

@Suite struct RemedyTests {
    private static let listing = SourceListing(paths: ["include/own/own.h"], texts: [:])

    static func proposal(_ build: ProposedBuild) throws -> Proposal {
        let digest = try #require(SHA256Value(hex: String(repeating: "0123456789abcdef", count: 4)))
        let name = try #require(PackageName("z"))
        var proposal = Proposal(
            name: name, version: try #require(Version("1")),
            source: ProposedSource(place: .path("z-1.tar"), sha256: digest), license: .unread(name))
        proposal.build = build
        return proposal
    }

    private static func remedy(_ line: String, _ proposal: Proposal, _ installed: InstalledFiles? = nil) -> Remedy? {
        Remedy.find(
            for: Symptom.all(in: ["checking for gcc", line]), of: proposal, listing: listing, installed: installed)
    }

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
    func `a remedy for a log line is applied only once`(_ line: String, _ words: [String]) throws {
        let remedy = try #require(Self.remedy(line, try Self.proposal(ProposedBuild(.autotools))))
        let build = remedy.proposal.build
        let all = build.make + build.cflags + Array(build.variables.keys) + (build.inSource ? ["in-source"] : [])
        #expect(Set(words).isSubset(of: all))
        #expect(Self.remedy(line, remedy.proposal)?.proposal.build.bootstrap ?? true)
        #expect(!remedy.choice.reason.isEmpty)
    }

    @Test func `a shared library that CMake also builds is linked with its final install name`() throws {
        let line = "error: the install step left a path of the build in `lib/libz.1.dylib`"
        let remedy = try #require(Self.remedy(line, try Self.proposal(ProposedBuild(.cmake))))
        #expect(remedy.proposal.build.configure.first == "-DCMAKE_BUILD_WITH_INSTALL_NAME_DIR=ON")
        #expect(Self.remedy(line, remedy.proposal) == nil)
    }

    @Test(arguments: [
        "configure: error: cannot find foo", "x.c:1: error: expected `;`",
        "a.c:1:10: fatal error: 'wn.h' file not found", "", "include the header <",
    ])
    func `unknown failures have no remedy`(_ line: String) throws {
        #expect(Self.remedy(line, try Self.proposal(ProposedBuild(.autotools))) == nil)
    }

    @Test(
        arguments: [
            ("./include/z/types.h:4:1: error: expected identifier", "z/list.h"),
            ("./include/z/types.h:1:1: error: expected identifier", nil),
            ("./include/z/types.h:-4:1: error: expected identifier", nil),
            ("./include/z/types.h:x:1: error: expected identifier", nil),
            ("./include/z/none.h:4:1: error: expected identifier", nil), ("error: z", nil),
        ] as [(String, String?)])
    func `an error after an include inside a declaration makes the included header textual`(
        _ line: String, _ header: String?
    ) throws {
        let files = InstalledFiles(
            paths: [], packages: [:],
            headers: [
                "include/z/types.h": "typedef enum\n{\n# include \"list.h\"\n} z;\n", "include/z/list.h": "Z(A)\n",
            ])
        let proposal = try Self.proposal(ProposedBuild(.autotools))
        #expect(Self.remedy(line, proposal, files)?.proposal.textual == header.map { [$0] })
        #expect(Self.remedy(line, proposal) == nil)
    }

    @Test func `headers that importers cannot reach become textual, each once`() throws {
        let files = InstalledFiles(paths: [], packages: [:])
        var proposal = try Self.proposal(ProposedBuild(.cmake))
        proposal.textual = ["a.h"]
        let line = "error: `import Z` does not reach `a.h`, `b.h`"
        let remedy = try #require(Self.remedy(line, proposal, files))
        #expect(remedy.proposal.textual == ["a.h", "b.h"])
        #expect(remedy.choice.value == "b.h")
        #expect(Self.remedy(line, remedy.proposal, files) == nil)
    }
}
