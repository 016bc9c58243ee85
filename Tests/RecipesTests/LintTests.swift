import Basics
import Documents
import Foundation
import Recipes
import TestSupport
import Testing

/// The findings of `lint` in valid recipes.
@Suite struct LintTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var rule: LintRule
        /// A text in `clean` and its replacement.
        var change: (String, String)
        /// `LINE:COLUMN severity: message [rule]` of all findings.
        var findings: [String]
        var testDescription: String { "\(rule.rawValue): \(change.1)" }
    }

    static let clean = """
        name: example
        summary: parses examples
        license: MIT
        homepage: https://example.org
        versions:
          1.0.0:
            sources:
              - debian: { package: example, version: 1.0.0, file: e.tar.gz, suite: trixie }
                sha256: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
        build:
          system: autotools
          configure: [--disable-shared, "--with-x=${FILES}/x.conf", "${name}"]
          files: [x.conf]
        map:
          name: { linux: a, macos-arm64: b, default: c }
        options:
          asm: { summary: assembly, default: true, on: --enable-asm, off: --disable-asm }
        when:
          - platform: macos
            minimum: 11.0
        targets: [linux, macos]
        products: { libraries: [libexample.a], headers: [example.h], module: example }
        licenses: [COPYING]

        """

    static let rows = [
        Row(
            rule: .summaryStyle, change: ("parses examples", "Example parses all that."),
            findings: [
                "2:10 warning: a summary must not end with a full stop",
                "2:10 warning: this summary begins with the library's name",
            ]),
        Row(
            rule: .summaryStyle, change: ("parses", String(repeating: "long ", count: 16)),
            findings: ["2:10 warning: this summary has 89 characters, more than 80"]),
        Row(
            rule: .noHomepage, change: ("homepage: https://example.org\n", ""),
            findings: ["1:7 warning: this recipe has no `homepage`"]),
        Row(
            rule: .licensePlus, change: ("MIT", "GPL-2.0-or-later+"),
            findings: ["3:10 warning: `GPL-2.0-or-later+` repeats its range of versions"]),
        Row(
            rule: .licenseFile, change: ("[COPYING]", "[README, AUTHORS]"),
            findings: ["23:12 warning: none of these files has the usual name of a license text"]),
        Row(
            rule: .plainHTTP, change: ("https:", "http:"),
            findings: ["4:11 error: the homepage is fetched without encryption"]),
        Row(
            rule: .plainHTTP,
            change: (
                "debian: { package: example, version: 1.0.0, file: e.tar.gz, suite: trixie }",
                "{ url: https://a.org/a.tgz, mirrors: ['http://b.org/a.tgz'], sha256: \(Samples.digest) }\n"
                    + "      - path: a.tgz"
            ),
            findings: ["8:47 error: this source is fetched without encryption"]),
        Row(
            rule: .unpinnedSuite, change: (", suite: trixie", ""),
            findings: ["8:17 warning: this Debian source names no `suite`"]),
        Row(
            rule: .otherVersion, change: ("version: 1.0.0", "version: 1.0.1-2"),
            findings: ["8:17 warning: this source is version `1.0.1-2`, but is listed under `1.0.0`"]),
        Row(
            rule: .otherVersion, change: ("version: 1.0.0", "version: 1:1.0.0+really0.9.1-2"),
            findings: ["8:17 warning: this source is version `1:1.0.0+really0.9.1-2`, but is listed under `1.0.0`"]),
        Row(
            rule: .sameDigest,
            change: ("build:\n", "  1.0.1: { sources: [{ path: a, sha256: \(Samples.digest) }] }\nbuild:\n"),
            findings: ["10:41 error: `1.0.0` has the same digest"]),
        Row(
            rule: .duplicateFlag, change: ("[--disable-shared,", "[--disable-shared, --x, --disable-shared,"),
            findings: ["12:38 warning: this word occurs twice in its list"]),
        Row(
            rule: .idleOption, change: ("off: --disable-asm", "off: --enable-asm"),
            findings: ["17:3 warning: the option `asm` has the same arguments on and off"]),
        Row(
            rule: .idleEntry,
            change: ("    minimum: 11.0\n", "    minimum: 11.0\n  - platform: [macos, ios]\n    minimum: 12.0\n"),
            findings: ["19:5 warning: a later entry always replaces this one"]),
        Row(
            rule: .idleWord, change: ("linux: a,", "linux: a, linux-gnu-x86_64: d, linux-gnu-aarch64: e,"),
            findings: ["15:11 warning: no target uses this row"]),
        Row(
            rule: .idleFile, change: ("[x.conf]", "[x.conf, y.conf]"),
            findings: ["13:19 warning: this file is not used"]),
        Row(
            rule: .deprecatedTarget, change: ("[linux, macos]", "[linux, macos, ios-universal, ios-armv7]"),
            findings: ["21:40 warning: Apple's tools no longer build for `ios-armv7`"]),
    ]

    private static func findings(_ text: String) throws -> [LintFinding] {
        try RecipeLint(Array(text.utf8), file: "recipe.yaml").findings
    }

    @Test func `a good recipe gives no findings`() throws {
        #expect(try Self.findings(Self.clean) == [])
    }

    @Test(arguments: rows) func `an imperfect recipe gives the findings of one rule at their places`(row: Row) throws {
        let text = Self.clean.replacing(row.change.0, with: row.change.1)
        try #require(text != Self.clean)
        let findings = try Self.findings(text)
        let lines = findings.map { finding in
            let diagnostic = finding.diagnostic
            let place = diagnostic.mark.map { "\($0)" } ?? "-"
            return "\(place) \(diagnostic.severity.rawValue): \(diagnostic.message)"
        }
        #expect(lines == row.findings)
        #expect(findings.allSatisfy { $0.rule == row.rule })
    }

    @Test(arguments: ["1:1.0.0-2", "1.1+really1.0.0+ds-1"])
    func `a Debian version with an epoch or +really gives no finding`(version: String) throws {
        #expect(try Self.findings(Self.clean.replacing("version: 1.0.0", with: "version: \(version)")) == [])
    }

    @Test func `every rule about the recipe's own text has a row`() {
        // These rules are about files of the library's source, not about the recipe's text.
        let others: Set<LintRule> = [.missingLicense, .licenseText, .uncoveredHeader]
        #expect(Set(Self.rows.map(\.rule)) == Set(LintRule.allCases).subtracting(others))
    }

    @Test(
        arguments: [
            ("MIT", ["COPYING": ["MIT"]], []), ("MIT", ["COPYING": []], []),
            ("MIT OR Apache-2.0", ["COPYING": ["Apache-2.0", "BSD-3-Clause"]], []),
            ("GPL-2.0-or-later", ["COPYING": ["GPL-2.0"]], []), ("(GPL-3.0-only)", ["COPYING": ["GPL-3.0"]], []),
            ("LGPL-2.1-only WITH GCC-exception-2.0", ["COPYING": ["LGPL-2.1"]], []),
            (
                "MIT", ["COPYING": ["GPL-2.0", "LGPL-2.1"]],
                [
                    "3:10 warning: the files of `licenses` hold the text of `GPL-2.0`, `LGPL-2.1`, which is not named here"
                ]
            ),
            (
                "GPL-2.0-only", ["COPYING": ["GPL-2.0-b"]],
                ["3:10 warning: the files of `licenses` hold the text of `GPL-2.0-b`, which is not named here"]
            ),
            ("MIT", [:], ["23:12 error: the source has no file `COPYING`"]),
        ] as [(String, [String: [String]], [String])])
    func `license files are compared with the recipe's license`(
        _ license: String, _ held: [String: [String]], _ expected: [String]
    ) throws {
        let text = Self.clean.replacing("license: MIT", with: "license: \(license)")
        let paths = try held.map { (try #require(RelativePath($0.key)), $0.value) }
        let lint = try RecipeLint(Array(text.utf8), file: "recipe.yaml").adding(
            licenseTexts: Dictionary(uniqueKeysWithValues: paths))
        let lines = lint.findings.map { finding in
            let diagnostic = finding.diagnostic
            return "\(diagnostic.mark.map { "\($0)" } ?? "-") \(diagnostic.severity.rawValue): \(diagnostic.message)"
        }
        #expect(lines == expected)
    }

    @Test(
        arguments: [
            // Headers that the build generates, system headers and headers that the recipe names give no finding.
            (["example.h": "#include \"config.h\"\n#include <stdio.h>\n"], []),
            (["src/example.h": "#include \"example.h\"\n"], []),
            (["src/example.h": "#include \"more.h\"\n", "src/more.h": ""], ["more.h"]),
            (["include/example.h": "#  include <sub/more.h>\n", "include/sub/more.h": ""], ["sub/more.h"]),
            // The public header is the one below `include`; other headers with its name may include any header.
            (
                ["include/example.h": "", "a/example.h": "#include \"t.h\"\n", "a/t.h": "", "example.h": ""], []
            ),
        ] as [([String: String], [String])])
    func `headers that public headers include must be public`(_ source: [String: String], _ expected: [String]) throws {
        let lint = try RecipeLint(Array(Self.clean.utf8), file: "recipe.yaml")
        let files = try source.keys.map { try #require(RelativePath($0)) }
        let texts = lint.sourceHeaders(among: files).map { ($0, source[$0.file.string] ?? "") }
        let findings = lint.adding(headerTexts: Dictionary(uniqueKeysWithValues: texts), among: files).findings
        #expect(findings.map(\.rule) == expected.map { _ in .uncoveredHeader })
        #expect(
            findings.map(\.diagnostic.message)
                == expected.map { "`example.h` includes `\($0)`, which `headers` does not list" })
        #expect(findings.allSatisfy { $0.diagnostic.mark?.line == 22 })
    }

    @Test func `an invalid recipe is an error`() {
        #expect(throws: Faults.self) { try Self.findings("name: x\n") }
    }

    @Test func `a rendered finding names its rule`() throws {
        let lint = try RecipeLint(Array(Self.clean.replacing("https:", with: "http:").utf8), file: "recipe.yaml")
        #expect(lint.hasErrors)
        #expect(
            lint.findings.first?.rendered(in: lint.source) == """
                recipe.yaml:4:11: error: the homepage is fetched without encryption [plain-http]
                  4 | homepage: http://example.org
                    |           ^~~~~~~~~~~~~~~~~~
                hint: write `https:`
                """)
    }

    @Test func `every rule is in the documentation`() throws {
        let docs = try String(contentsOf: Recorded.repository.appending(path: "docs/recipes.md"), encoding: .utf8)
        for rule in LintRule.allCases {
            #expect(docs.contains("\n| `\(rule.rawValue)` | \(rule.doc) |\n"), "\(rule.rawValue)")
        }
    }

    @Test func `the committed recipes have no errors`() throws {
        for name in try Secp256k1Tests.catalog.names() {
            let findings = try Secp256k1Tests.catalog.lint(name).findings
            #expect(findings.filter { $0.diagnostic.severity == .error } == [], "\(name)")
        }
    }
}
