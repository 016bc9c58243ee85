import Basics
@testable import Fetching
import Foundation
import Machine
import SystemPackage
import Testing

/// Tests lists of the versions in Debian's suites.
@Suite
struct DebianOffersTests {
    let calls = Recorder<[String]>()
    /// The configurations of apt.
    let configurations = Recorder<String>()

    private static let hash = String(repeating: "ab", count: 32)

    private static let index = """
        Package: a
        Version: 1:1.2+dfsg-3
        Checksums-Sha256:
         \(hash) 10 a_1.2+dfsg-3.dsc
         \(hash) 500 a_1.2+dfsg.orig.tar.xz
         \(hash) 5 a_1.2+dfsg.orig.tar.xz.asc

        Package: ab
        Version: 9-1

        """

    /// Calls `body` with stub programs; `answers` has apt-cache's results by suite. Each download has one byte.
    private func withOffers<Value>(
        _ answers: [String: ProcessResult], _ body: (DebianOffers, FilePath) async throws -> Value
    ) async throws -> Value {
        var effects = FetchEffects.unimplemented
        effects.processes.run = { [calls, configurations] arguments, _, folder throws(ProcessFailure) in
            if arguments[3] == "update" { configurations.add(FilePath(arguments[2]).text ?? "") }
            calls.add(Array(arguments.dropFirst(3)))
            if arguments[3] == "download" { try? write([1], to: folder.appending("a_1.2-3_all.deb")) }
            guard arguments[0] == "apt-cache" else { return ProcessResult(status: 0) }
            return answers.first { folder.string.contains("apt-\($0.key)-") }?.value ?? ProcessResult(status: 100)
        }
        return try await withTemporaryFolder { folder in
            let lists = folder.appending("etc").appending("sources.list.d")
            try FileManager.default.createDirectory(atPath: lists.string, withIntermediateDirectories: true)
            try write(
                Array("URIs: http://m.example/debian\nSuites: one\nComponents: main\n".utf8),
                to: lists.appending("debian.sources"))
            let settings = SourceFetcher.Settings.forTests(aptFolder: folder.appending("etc"))
            return try await body(
                DebianOffers(effects: effects, settings: settings), folder.appending("scratch"))
        }
    }

    private func list(_ suites: [String], _ answers: [String: ProcessResult]) async throws -> [SourcePackage] {
        try await withOffers(answers) { try await $0.list("a", suites: suites, scratch: $1) }
    }

    private func answer(_ versions: String...) -> ProcessResult {
        let entries = versions.map {
            "Package: a\nVersion: \($0)\nFilename: pool/a_\($0)_all.deb\nSHA256: \(Self.hash)\n"
        }
        return ProcessResult(status: 0, output: entries.joined(separator: "\n"))
    }

    private func newest(
        than version: String = "1.0-1", file: String = "a_1.0-1_all.deb", _ answers: [String: ProcessResult]
    ) async throws -> Offer? {
        try await withOffers(answers) {
            try await $0.newest("a", than: (version, file), suites: ["one", "two"], scratch: $1)
        }
    }

    @Test func `the newest binary package is downloaded from the index in which it was found`() async throws {
        let offer = try await newest(["two": answer("1.2-3", "1.1-1")])
        #expect(offer == Offer(version: "1.2-3", file: "a_1.2-3_all.deb", digest: Digest(of: [1])))
        #expect(calls.all.map(\.first) == ["update", "show", "update", "show", "download"])
        #expect(calls.all.last == ["download", "a=1.2-3"])
        await #expect(throws: FetchError.notOffered(what: "the package `a`")) { try await newest([:]) }
    }

    @Test(
        arguments: [
            (["one": "1.2-3", "two": "1.10-1"], "1.0-1", "1.10-1"),
            (["one": "1.10-1", "two": "1.2-3"], "1.0-1", "1.10-1"),
            (["one": "1:0.1-1", "two": "1.2-3"], "1.0-1", "1:0.1-1"), (["one": "1.2~rc1-1"], "1.2-1", nil),
            (["one": "1.2-3", "two": "1.3-1"], "1.10-1", nil), (["one": "1.2-3"], "1.2-3", "1.2-3"),
        ] as [([String: String], String, String?)])
    func `the newest version of all suites is offered, and none that is older than the known one`(
        versions: [String: String], known: String, expected: String?
    ) async throws {
        let offer = try await newest(than: known, versions.mapValues { answer($0) })
        #expect(offer?.version == expected)
        #expect(calls.all.last { $0[0] == "download" } == expected.map { ["download", "a=\($0)"] })
    }

    @Test(arguments: [
        ("a_1.0-1_amd64.deb", "amd64"), ("a_1.0-1_musl-linux-arm64.deb", "musl-linux-arm64"),
        ("a_1.0-1_all.deb", nil), ("a_1.0-1_\";.deb", nil), ("a.deb", nil),
    ])
    func `apt lists the packages for the architecture in the name of the known file`(
        file: String, architecture: String?
    ) async throws {
        _ = try await newest(file: file, ["one": answer("1.2-3")])
        let settings = try #require(configurations.all.first)
        let expected = architecture.map {
            "\n#clear APT::Architectures;\nAPT::Architecture \"\($0)\";\nAPT::Architectures { \"\($0)\"; };\n"
        }
        #expect(settings.contains("Architecture") == (expected != nil))
        #expect(settings.hasSuffix(expected ?? "\nquiet \"2\";\n"), "\(settings)")
    }

    @Test func `apt reads the architecture from the configuration`() async throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/apt-config") else { return }
        _ = try await newest(file: "a_1.0-1_s390x.deb", ["one": answer("1.2-3")])
        try await withTemporaryFolder { folder in
            try write(Array(try #require(configurations.all.first).utf8), to: folder.appending("apt.conf"))
            let read = try await shell(
                ["apt-config", "-c", "apt.conf", "shell", "one", "APT::Architecture", "all", "APT::Architectures"],
                in: folder)
            #expect(read.contains("one='s390x'"))
            let dump = try await shell(["apt-config", "-c", "apt.conf", "dump", "APT::Architectures"], in: folder)
            #expect(dump == "APT::Architectures \"\";\nAPT::Architectures:: \"s390x\";\n")
        }
    }

    @Test func `only the package with the exact name is listed, with upstream's version and tarball`() async throws {
        let offers = try await list(["one", "two"], ["one": ProcessResult(status: 0, output: Self.index)])
        let offer = try #require(offers.first)
        #expect(offers.count == 1)
        #expect(offer.suite == "one")
        #expect(offer.version == "1:1.2+dfsg-3")
        #expect(offer.upstream == "1.2+dfsg")
        #expect(offer.tarball?.name == "a_1.2+dfsg.orig.tar.xz")
        #expect(offer.tarball?.sha256.hex == Self.hash)
        #expect(calls.all.map(\.first) == ["update", "showsrc", "update", "showsrc"])
    }

    @Test func `names that apt would read as options are refused`() async throws {
        await #expect(throws: FetchError.self) { try await list(["-oDir=/"], [:]) }
        #expect(calls.all == [])
    }

    @Test func `a package with several tarballs is listed without a tarball`() async throws {
        let index = Self.index.replacing("orig.tar.xz.asc", with: "orig.tar.gz")
        let offers = try await list(["one"], ["one": ProcessResult(status: 0, output: index)])
        #expect(offers.count == 1)
        #expect(offers.first?.tarball == nil)
    }
}
