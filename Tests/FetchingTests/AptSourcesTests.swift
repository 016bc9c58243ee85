import Testing

@testable import Fetching

@Suite
struct AptSourcesTests {
    @Test func `sources in the one-line form are read`() {
        let text = """
            # deb http://commented.example/debian stable main
            deb http://one.example/debian stable main contrib # trailing
              deb-src [ signed-by=/keys/a.gpg arch=amd64,arm64 Trusted=yes ] http://two.example/debian  testing  main
            deb [broken http://three.example/debian stable main
            rpm http://four.example/ x y
            deb http://flat.example/ ./
            """
        #expect(
            AptSources.entries(lines: text) == [
                .init(
                    uris: ["http://one.example/debian"], suites: ["stable"], components: ["main", "contrib"], trust: [:]
                ),
                .init(
                    uris: ["http://two.example/debian"], suites: ["testing"], components: ["main"],
                    trust: ["Signed-By": "/keys/a.gpg", "Trusted": "yes"]),
                .init(uris: ["http://flat.example/"], suites: ["./"], components: [], trust: [:]),
            ])
    }

    @Test func `sources in the stanza form are read, including embedded keys`() {
        let text = """
            # a comment
            Types: deb deb-src
            URIs: http://one.example/debian http://two.example/debian
            suites: stable stable-updates
            Components: main
             contrib
            # another
            Signed-By:
             -----BEGIN PGP PUBLIC KEY BLOCK-----
             .
             abc

            Enabled: no
            URIs: http://off.example/debian
            Suites: stable
            Components: main

            URIs: http://three.example/debian
            """
        #expect(
            AptSources.entries(stanzas: text) == [
                .init(
                    uris: ["http://one.example/debian", "http://two.example/debian"],
                    suites: ["stable", "stable-updates"], components: ["main", "contrib"],
                    trust: ["Signed-By": "\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abc"])
            ])
    }

    @Test(arguments: [
        ("stable", ["http://a.example/debian"]), ("other", ["http://a.example/debian", "http://b.example/x"]),
        ("tools", ["http://vendor.example/apt"]), ("stable-security", ["http://a.example/debian-security"]),
        ("other-security", ["http://a.example/debian-security"]),
    ])
    func `a suite is fetched from entries that name it, else from similar Debian archives`(
        suite: String, uris: [String]
    ) {
        let sources = AptSources(
            entries: AptSources.entries(
                lines: """
                    deb http://vendor.example/apt tools main
                    deb http://a.example/debian stable main
                    deb http://a.example/debian stable-updates main
                    deb http://a.example/debian-security stable-security main
                    deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://b.example/x oldstable main
                    deb http://c.example/debian oldstable contrib
                    """))
        #expect(sources.mirrors(of: suite).map { $0.uris[0] } == uris)
    }

    @Test(arguments: [
        ("0.5.0-2", nil, true), ("0.5.0-2", "0.5.0-2", true), ("0.5.0-2", "0.5.0", true), ("0.5.0-2", "0.5", false),
        ("0.5.0-2", "0.5.0-1", false), ("1:3.0-1-2", "3.0-1", true), ("3.0", "3.0", true), ("2:3.0", "3.0", true),
    ])
    func `a version matches as a whole, or without epoch and revision`(version: String, wanted: String?, matches: Bool)
    {
        #expect(SourcePackage(suite: "s", name: "a", version: version, files: [:]).matches(wanted) == matches)
    }
}
