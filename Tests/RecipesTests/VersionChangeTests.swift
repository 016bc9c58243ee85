import Basics
import Documents
import Foundation
import Recipes
import Testing

/// Replaces a version in a recipe's text by a newer version and leaves all other text unchanged.
@Suite struct VersionChangeTests {
    static let text = Samples.text(versions: ["1.0.0", "0.9.0"]).replacing(
        "    sources: [{ path: a.tar.gz, sha256: \(Samples.digest) }]\n",
        with: """
                # Packed anew: "1.0.0" has another digest at home.
                sources:
                  - debian: { package: 'ex', version: "1.0.0", file: e_1.0.0.orig.tar.gz, suite: [trixie] } # 1.0.0
                    sha256: '\(Samples.digest)'
                  - debian:
                      package: ex
                      version: 1.0.0-2
                      file: e_1.0.0.orig.tar.gz
                      suite: trixie
                    sha256: \(Samples.digest.uppercased())

            """)

    private func change() throws -> VersionChange {
        let digest = try #require(SHA256Value(hex: String(repeating: "ab", count: 32)))
        let source = VersionChange.Source(
            .debian(version: "1.1", file: "e_1.1.orig.tar.xz", suite: "sid"), sha256: digest)
        return VersionChange(
            from: try #require(Version("1.0.0")), to: try #require(Version("1.1")), sources: [source, source])
    }

    @Test(arguments: ["", "\u{FEFF}"], ["\n", "\r\n"])
    func `a change of a version leaves all other text unchanged`(mark: String, lineEnd: String) throws {
        let encode = { (text: String) in Array((mark + text.replacing("\n", with: lineEnd)).utf8) }
        let changed = try change().applied(to: encode(Self.text), file: "recipe.yaml")
        let digest = String(repeating: "ab", count: 32)
        var lines = Self.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines[4] = "  1.1:"
        lines[7] = "      - debian: { package: 'ex', version: \"1.1\", file: e_1.1.orig.tar.xz, suite: [sid] } # 1.0.0"
        lines[8] = "        sha256: '\(digest)'"
        lines[11] = "          version: 1.1"
        lines[12] = "          file: e_1.1.orig.tar.xz"
        lines[13] = "          suite: sid"
        lines[14] = "        sha256: \(digest)"
        #expect(
            String(decoding: changed, as: UTF8.self)
                == String(decoding: encode(lines.joined(separator: "\n")), as: UTF8.self))
        #expect(
            try Recipe.read(changed, file: "recipe.yaml").recipe.versions.map(\.version.string) == ["1.1", "0.9.0"])
    }

    @Test func `a list of suites that contains the new suite does not change`() throws {
        let text = Self.text.replacing("suite: [trixie]", with: "suite: [trixie, sid]")
        let changed = try change().applied(to: Array(text.utf8), file: "recipe.yaml")
        #expect(String(decoding: changed, as: UTF8.self).contains("suite: [trixie, sid]"))
    }

    @Test func `URLs and mirrors get the new version`() throws {
        let text = Samples.text(versions: ["1.0.0"]).replacing(
            "    sources: [{ path: a.tar.gz, sha256: \(Samples.digest) }]\n",
            with: """
                    sources:
                      - url: https://a.example/x/e-1.0.0.tar.gz  # signed
                        mirrors: [https://b.example/1.0.0/e-1.0.0.tar.gz, "https://c.example/e-1.0.0.tar.gz"]
                        sha256: \(Samples.digest)

                """)
        let digest = try #require(SHA256Value(hex: String(repeating: "ab", count: 32)))
        let change = VersionChange(
            from: try #require(Version("1.0.0")), to: try #require(Version("1.1")),
            sources: [VersionChange.Source(.url, sha256: digest)])
        let changed = try change.applied(to: Array(text.utf8), file: "recipe.yaml")
        let expected = text.replacing("1.0.0", with: "1.1").replacing(Samples.digest, with: digest.hex)
        #expect(String(decoding: changed, as: UTF8.self) == expected)
    }

    @Test func `an invalid recipe is not changed`() throws {
        #expect(throws: Faults.self) { try change().applied(to: Array("name: x\n".utf8), file: "recipe.yaml") }
    }

    @Test func `a change that would make the recipe invalid throws an error`() throws {
        let duplicate = Self.text.replacing("  0.9.0:", with: "  \"1.1\":")
        #expect(throws: Faults.self) { try change().applied(to: Array(duplicate.utf8), file: "recipe.yaml") }
    }
}
