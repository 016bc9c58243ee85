import Basics
import Recipes
import Testing

@testable import Proposing

@Suite struct ProposalTextTests {
    private static let digest = String(repeating: "0123456789abcdef", count: 4)

    private static func proposal(_ change: (inout Proposal) -> Void = { _ in }) throws -> Proposal {
        let name = try #require(PackageName("libz"))
        var proposal = Proposal(
            name: name, version: try #require(Version("1.2")),
            source: ProposedSource(
                place: .debian(package: "libz", version: "1.2+ds", file: "libz_1.2+ds.orig.tar.xz", suite: "trixie"),
                sha256: try #require(SHA256Value(hex: digest))),
            license: .unread(name), homepage: "https://example.org")
        (proposal.license.expression, proposal.license.files) = ("Zlib OR MIT", ["LICENSE", "NOTICE"])
        proposal.license.isRecognized = true
        (proposal.libraries, proposal.headers, proposal.module) = (["libz.a"], ["z.h"], "z")
        change(&proposal)
        return proposal
    }

    private static func recipe(_ proposal: Proposal) throws -> Recipe {
        try Recipe.read(Array(proposal.text.utf8), file: "recipe.yaml", folder: proposal.name.string).recipe
    }

    @Test func `a simple recipe has at most 16 lines and reads back as intended`() throws {
        var build = ProposedBuild(.autotools)
        build.configure = ["--enable-static", "--disable-shared"]
        let proposal = try Self.proposal { $0.build = build }
        #expect(proposal.text.split(separator: "\n").count <= 16)
        let recipe = try Self.recipe(proposal)
        #expect(recipe.license.string == "Zlib OR MIT")
        #expect(recipe.licenseFiles.map(\.string) == ["LICENSE", "NOTICE"])
        #expect(recipe.products.libraries.map(\.string) == ["libz.a"])
        #expect(recipe.versions.map(\.version.string) == ["1.2"])
        #expect(recipe.settings.configure.count == 2)
    }

    @Test func `the recipe that is read back contains every part of a proposal`() throws {
        var build = ProposedBuild(.autotools)
        build.bootstrap = true
        build.tools = ["autopoint"]
        build.configure = (0..<20).map { "--disable-something-\($0)" }
        build.make = ["bin_PROGRAMS=", "CFLAGS=${CFLAGS}"]
        build.install = ["install", "bin_PROGRAMS="]
        build.cflags = ["-include", "string.h"]
        build.variables = ["ac_cv_func_malloc_0_nonnull": "yes"]
        build.depends = ["zlib"]
        let proposal = try Self.proposal {
            $0.build = build
            $0.headers = ["z.h", "z/*.h", "z/**/*.h"]
            $0.links = ["m"]
        }
        #expect(proposal.text.split(separator: "\n").allSatisfy { $0.count <= 120 })
        let recipe = try Self.recipe(proposal)
        #expect(recipe.settings.configure.count == 20)
        #expect(recipe.settings.cflags == ["-include", "string.h"])
        #expect(recipe.settings.variables.count == 1)
        #expect(recipe.dependencies.count == 1)
        #expect(recipe.products.headers.count == 3)
        #expect(recipe.products.links == ["m"])
    }

    @Test(arguments: [
        "a: b", "#x", "yes", "*.h", "it's \"so\"", "back\\slash", "{x}", "- x", "a, b", "x:", " x", "!tag", "@x",
        "?", "100%",
    ])
    func `words that YAML would misread are quoted`(_ summary: String) throws {
        let recipe = try Self.recipe(try Self.proposal { $0.summary = summary })
        #expect(recipe.summary == summary)
    }

    @Test(arguments: [ProposedSource.Place.url("https://example.org/z.tar.gz"), .path("z.tar.gz")])
    func `a proposal with steps becomes a recipe of the build system script`(_ place: ProposedSource.Place) throws {
        var build = ProposedBuild(.script)
        build.inSource = true
        build.steps = [
            ProposedBuild.Step(name: "build", commands: [["make", "libz.a", "CC=${CC}"]]),
            ProposedBuild.Step(name: "install", commands: [["make", "install", "DESTDIR=${DESTDIR}"]]),
        ]
        let recipe = try Self.recipe(
            try Self.proposal {
                $0.build = build
                $0.source.place = place
            })
        #expect(recipe.build.name == .script)
    }
}
