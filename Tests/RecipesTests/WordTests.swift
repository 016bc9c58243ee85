import Basics
import Documents
import Recipes
import Targets
import Testing

/// Accepted and refused values of one line: names, ranges of versions, patterns, license expressions.
@Suite struct WordTests {
    @Test(arguments: ["a", "zlib", "gtk+", "libpng1.6", "0ad", "x-y_z"]) func `valid names are accepted`(text: String) {
        #expect(PackageName(text)?.string == text)
        #expect(OptionName(text)?.string == text)
    }

    @Test(arguments: ["", "Zlib", "-a", ".a", "a/b", "a b", "é", "a\n", "..", String(repeating: "a", count: 65)])
    func `invalid names are refused`(text: String) {
        #expect(PackageName(text) == nil)
        #expect(OptionName(text) == nil)
    }

    @Test(
        arguments: [
            (">=0.5", ["0.5", "0.5.0", "1.0"], ["0.4.9", "0.5-rc1"]),
            ("<1.0", ["0.9.9", "1.0-rc1"], ["1.0", "1.0.1"]),
            (">=0.5 <1.0", ["0.5.0", "0.9"], ["0.4", "1.0"]),
            (">= 0.5, != 0.7.1", ["0.7.0", "0.7.2"], ["0.7.1", "0.1"]),
            ("> 1.1.1, <= 1.1.1w", ["1.1.1a", "1.1.1w"], ["1.1.1", "1.1.1x"]),
            ("0.5.0", ["0.5.0"], ["0.5", "0.5.1"]),
            ("=0.5.0", ["0.5.0"], ["0.5.00"]),
        ] as [(String, [String], [String])])
    func `a range contains the versions inside its bounds only`(text: String, inside: [String], outside: [String])
        throws
    {
        let range = try #require(VersionRange(text))
        for version in try inside.map({ try #require(Version($0)) }) { #expect(range.contains(version), "\(version)") }
        for version in try outside.map({ try #require(Version($0)) }) {
            #expect(!range.contains(version), "\(version)")
        }
    }

    @Test(arguments: ["", " ", ">=", "=>1.0", "~>1.0", ">=x", "1.0 -", "latest", ">=1.0 &&<2"])
    func `malformed ranges are refused`(text: String) { #expect(VersionRange(text) == nil) }

    @Test func `a range is printed without needless spaces and signs`() {
        #expect(VersionRange(">= 0.5 ,<1.0")?.description == ">=0.5 <1.0")
        #expect(VersionRange("=1.0")?.description == "1.0")
    }

    @Test(
        arguments: [
            ("zlib.h", ["zlib.h"], ["zlib2.h", "a/zlib.h"]),
            ("secp256k1_*.h", ["secp256k1_ecdh.h", "secp256k1_.h"], ["secp256k1.h", "x/secp256k1_ecdh.h"]),
            ("openssl/*.h", ["openssl/ssl.h"], ["openssl/a/ssl.h", "ssl.h"]),
            ("**/*.h", ["a.h", "a/b.h", "a/b/c.h"], ["a.c", "a/b"]),
            ("a/**/z.h", ["a/z.h", "a/b/c/z.h"], ["z.h", "a/b/z.hh"]),
            ("*a*b*", ["ab", "xaxbx", "aab"], ["ba", "a", "b"]),
            ("a*a", ["aa", "aba"], ["a"]),
        ] as [(String, [String], [String])])
    func `a pattern matches only the expected headers`(text: String, inside: [String], outside: [String]) throws {
        let pattern = try #require(HeaderPattern(text))
        for path in try inside.map({ try #require(RelativePath($0)) }) { #expect(pattern.matches(path), "\(path)") }
        for path in try outside.map({ try #require(RelativePath($0)) }) { #expect(!pattern.matches(path), "\(path)") }
    }

    @Test func `headers are listed in the order of the patterns, each once`() throws {
        let patterns = try ["z.h", "b/*.h", "**/*.h"].map { try #require(HeaderPattern($0)) }
        let headers = try ["a.h", "b/y.h", "b/x.h", "z.h"].map { try #require(RelativePath($0)) }
        #expect(patterns.expanded(over: headers).map(\.string) == ["z.h", "b/x.h", "b/y.h", "a.h"])
    }

    @Test func `defines become compiler arguments`() {
        #expect(Define("A")?.argument == "-DA")
        #expect(Define("A=")?.argument == "-DA=")
        #expect(Define("A=\"x y\"=z")?.argument == "-DA=\"x y\"=z")
        for text in ["", "=1", "1A", "A B", "-DA", "A-B=1"] { #expect(Define(text) == nil, "\(text)") }
    }

    @Test func `sysroots are names or folders`() {
        #expect(Sysroot("macosx14.4") == .named("macosx14.4"))
        #expect(Sysroot("/opt/sdk") == .folder("/opt/sdk"))
        for text in ["", "../sdk", "a/b", "-sdk", "/a/../b", "a\u{7}"] { #expect(Sysroot(text) == nil, "\(text)") }
    }

    @Test(arguments: [
        "MIT", "Apache-2.0 OR MIT", "GPL-2.0-or-later WITH Bison-exception-2.2", "(MIT AND Zlib) OR curl",
        "LicenseRef-Example", "EPL-2.0+", "MIT AND (BSD-3-Clause OR (ISC AND Zlib))",
    ])
    func `license expressions are accepted`(text: String) throws {
        let recipe = try Samples.read(Samples.text().replacing("license: MIT", with: "license: \(text)")).recipe
        #expect(recipe.license.string == text)
    }

    @Test(
        arguments: [
            ("MIT OR", ["expected a license here"]),
            ("MIT ISC", ["expected `AND`, `OR` or `WITH`, found `ISC`"]),
            ("MIT)", ["expected `AND`, `OR` or `WITH`, found `)`"]),
            ("(MIT", ["expected `)` here"]),
            ("MIT WITH OR", ["expected an exception here"]),
            ("MTI OR Zlob", ["unknown license `MTI`", "unknown license `Zlob`"]),
            ("LicenseRef-", ["unknown license `LicenseRef-`"]),
            (String(repeating: "(", count: 5000) + "MIT", ["expected a license here"]),
        ] as [(String, [String])])
    func `malformed license expressions are refused`(text: String, messages: [String]) {
        #expect(Samples.faults(Samples.text().replacing("license: MIT", with: "license: \"\(text)\"")) == messages)
    }

    @Test func `every versioned system has a target, and every Apple target a versioned system`() {
        let systems = Set(Target.all.compactMap(VersionedSystem.init))
        #expect(systems == Set(VersionedSystem.allCases))
        for target in Target.all where target.platform.isApple { #expect(VersionedSystem(target) != nil, "\(target)") }
    }
}
