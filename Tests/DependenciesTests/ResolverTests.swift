import Basics
@testable import Dependencies
import Documents
import Recipes
import Testing

/// Resolves requests to one version and one set of options for each package, or to the reasons why this is impossible.
@Suite struct ResolverTests {
    struct Row: CustomTestStringConvertible {
        var name: String
        var recipes: [String]
        var requests: [String] = ["app"]
        var expected: String
        var testDescription: String { name }
    }

    private static let rows = [
        Row(name: "no dependencies", recipes: ["app 1.0 2.0"], expected: "app 2.0"),
        Row(
            name: "dependencies come first", recipes: ["app 1; : b, a", "b 1; : a", "a 1"], expected: "a 1, b 1, app 1"
        ),
        Row(name: "the default version, not the newest", recipes: ["app 1; : a", "a 1 2* 3"], expected: "a 2, app 1"),
        Row(name: "the newest version in range", recipes: ["app 1; : a <3", "a 1 2 3 4*"], expected: "a 2, app 1"),
        Row(
            name: "a version in the ranges of all dependents",
            recipes: ["app 1; : a >=2, b", "b 1; : a <4 !=3", "a 1 2 3 4 5"],
            expected: "a 2, b 1, app 1"),
        Row(
            name: "a request for an older dependency", recipes: ["app 1; : a", "a 1 2 3"], requests: ["app", "a@2"],
            expected: "a 2, app 1"),
        Row(
            name: "a prefix of versions selects the newest of them",
            recipes: ["app 1; : a", "a 2.0.9 2.0.10 2.01 3"],
            requests: ["app", "a@2.0"], expected: "a 2.0.10, app 1"),
        Row(
            name: "a complete version is no prefix", recipes: ["app 2.0 2.0.1 2.0-rc1"], requests: ["app@2.0"],
            expected: "app 2.0"),
        Row(
            name: "a dependent falls back to an older version",
            recipes: ["app 1; : b, a <2", "b 1 2; >=2: a >=2", "a 1 2"],
            expected: "b 1, a 1, app 1"),
        Row(
            name: "a conflict keeps unrelated decisions",
            recipes: [
                "app 1; : b, x, y, z, a <2", "b 1 2; >=2: a >=2", "x 1 2 3", "y 1 2 3", "z 1 2 3", "a 1 2",
            ], expected: "b 1, x 3, y 3, z 3, a 1, app 1"),
        Row(
            name: "dependencies of a rejected version are left out",
            recipes: [
                "app 1; : b, a <2", "b 1 2; >=2: a >=2, c", "a 1 2", "c 1",
            ], expected: "b 1, a 1, app 1"),
        Row(
            name: "options of several dependents", recipes: ["app 1; : a +x, b", "b 1; : a +y", "a 1 -x -y -z +d"],
            expected: "a 1 +d +x +y -z, b 1, app 1"),
        Row(
            name: "an option turned off", recipes: ["app 1; : a -d", "a 1 +d"], expected: "a 1 -d, app 1"),
        Row(
            name: "options of a request", recipes: ["app 1; : a", "a 1 -x +d"], requests: ["app", "a +x -d"],
            expected: "a 1 -d +x, app 1"),
        Row(
            name: "an option that adds dependencies", recipes: ["app 1; : a +tls", "a 1 -tls; tls: ssl", "ssl 1"],
            expected: "ssl 1, a 1 +tls, app 1"),
        Row(
            name: "no dependencies without the option", recipes: ["app 1; : a", "a 1 -tls; tls: ssl", "ssl 1"],
            expected: "a 1 -tls, app 1"),
        Row(
            name: "options that add options", recipes: ["app 1; : a +x", "a 1 -x; x: b +y", "b 1 -y; y: c", "c 1"],
            expected: "c 1, b 1 +y, a 1 +x, app 1"),
    ]

    @Test(arguments: rows) func `requests resolve to versions and options`(_ row: Row) throws {
        #expect(try Catalog(row.recipes).resolved(row.requests) == row.expected)
        #expect(try Catalog(row.recipes.reversed()).resolved(row.requests) == row.expected)
    }

    struct Refusal: CustomTestStringConvertible {
        var name: String
        var recipes: [String]
        var requests: [String] = ["app"]
        var expected: [String]
        var testDescription: String { name }
    }

    private static let refusals = [
        Refusal(
            name: "two dependents", recipes: ["app 1; : b, c", "b 1; : a >=2", "c 3; : a <2", "a 1 2"],
            expected: [
                "no version of `a` satisfies all requirements", "`b` 1 of `app` 1 requires `>=2`",
                "`c` 3 of `app` 1 requires `<2`", "the recipe has `1`, `2`",
            ]),
        Refusal(
            name: "a request and a dependent", recipes: ["app 1; : a >=2", "a 1 2"], requests: ["a@1", "app"],
            expected: [
                "no version of `a` satisfies all requirements", "the request requires `1`", "`app` 1 requires `>=2`",
                "the recipe has `1`, `2`",
            ]),
        Refusal(
            name: "each version is refused for a different reason",
            recipes: [
                "app 1; : b, a <2", "b 1 2; >=2: a >=2; <2: c >=2, d", "d 1; : c <2", "a 1 2", "c 1 2",
            ],
            expected: [
                "no version of `a` satisfies all requirements", "`app` 1 requires `<2`",
                "`b` 2 of `app` 1 requires `>=2`",
                "the recipe has `1`, `2`",
            ]),
        Refusal(
            name: "a cycle", recipes: ["app 1; : a", "a 1; : b", "b 1; : c", "c 1; : a"],
            expected: ["dependency cycle: `a` -> `b` -> `c` -> `a`"]),
        Refusal(
            name: "an option required both on and off", recipes: ["app 1; : a +x, b", "b 2; : a -x", "a 1 -x"],
            expected: [
                "the option `x` of `a` is required both on and off", "`app` 1 requires `x` on", "`b` 2 requires it off",
            ]),
        Refusal(
            name: "a request and a dependent with opposite options", recipes: ["app 1; : a +x", "a 1 -x"],
            requests: ["app", "a -x"],
            expected: [
                "the option `x` of `a` is required both on and off", "`app` 1 requires `x` on",
                "the request requires it off",
            ]),
        Refusal(
            name: "options that never converge", recipes: ["app 1; : a", "a 1 +x; x: b", "b 1; : a -x"],
            expected: ["the options and dependencies of `a` do not converge"]),
        Refusal(
            name: "an unknown option of a request", recipes: ["app 1 +x"], requests: ["app +y"],
            expected: ["the recipe `app` has no option `y`"]),
        Refusal(
            name: "an unknown version of a request", recipes: ["app 1"], requests: ["app@2"],
            expected: ["the recipe `app` has no version `2`"]),
    ]

    @Test(arguments: refusals) func `an unsatisfiable request is refused with reasons`(_ row: Refusal) throws {
        #expect(try Catalog(row.recipes).refusal(row.requests) == row.expected)
    }

    @Test func `pinned versions and options are preferred to defaults`() throws {
        let catalog = try Catalog(["app 1; : a <4, b", "b 1", "a 1 2 3 4* -x +d"])
        let name = try #require(PackageName("a"))
        let option = try #require(OptionName("x"))
        let pin = { (version: String) in try Pin(version: #require(Version(version)), options: [option: true]) }
        #expect(try catalog.resolved(["app"], pins: [name: pin("2")]) == "a 2 +d +x, b 1, app 1")
        #expect(try catalog.resolved(["app"], pins: [name: pin("4")]) == "a 3 +d +x, b 1, app 1")
        #expect(try catalog.resolved(["app", "a@1 -x"], pins: [name: pin("2")]) == "a 1 +d -x, b 1, app 1")
    }

    @Test func `an unsatisfiable request is found quickly`() throws {
        // Twenty unrelated packages of ten versions each: 10^20 combinations.
        let others = (0..<20).map { "o\($0) 1 2 3 4 5 6 7 8 9 10" }
        let names = (0..<20).map { "o\($0)" }.joined(separator: ", ")
        let catalog = try Catalog(others + ["app 1; : \(names), b, c", "b 1; : a >=2", "c 1; : a <2", "a 1 2"])
        #expect(catalog.refusal(["app"]).first == "no version of `a` satisfies all requirements")
    }

    @Test func `a search fails after 20,000 tries`() throws {
        // The pigeonhole problem: each of eleven packages needs one of ten holes, and no two can share a hole.
        let versions = (1...10).map(String.init).joined(separator: " ")
        let holes = (1...10).map { "h\($0) \((1...11).map(String.init).joined(separator: " "))" }
        let pigeons = (1...11).map { pigeon in
            "p\(pigeon) \(versions)" + (1...10).map { "; \($0): h\($0) \(pigeon)" }.joined()
        }
        let names = (1...11).map { "p\($0)" }.joined(separator: ", ")
        let refusal = try Catalog(holes + pigeons + ["app 1; : \(names)"]).refusal(["app"])
        #expect(refusal == ["no versions that satisfy all requirements found in 20000 tries"])
    }

    @Test func `long dependency chains resolve`() throws {
        let count = 1000
        let lines = (0..<count).map { "c\($0) 1" + ($0 + 1 < count ? "; : c\($0 + 1)" : "") }
        let graph = try Catalog(lines).graph(["c0"])
        #expect(graph.packages.map(\.name.string) == (0..<count).reversed().map { "c\($0)" })
    }
}
