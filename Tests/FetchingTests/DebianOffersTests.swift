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
        effects.processes.run = { [calls] arguments, _, folder throws(ProcessFailure) in
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

    @Test func `the newest binary package is of the first suite that has one`() async throws {
        let older = "Package: a\nVersion: 1.1-1\nFilename: pool/a_1.1-1_all.deb\nSHA256: \(Self.hash)\n"
        let newest = older.replacing("1.1-1", with: "1.2-3")
        let answer = ProcessResult(status: 0, output: newest + "\n" + older)
        let offer = try await withOffers(["two": answer]) {
            try await $0.newest("a", suites: ["one", "two"], scratch: $1)
        }
        #expect(offer == Offer(version: "1.2-3", file: "a_1.2-3_all.deb", digest: Digest(of: [1])))
        #expect(calls.all.map(\.first) == ["update", "show", "update", "show", "update", "show", "download"])
        #expect(calls.all.last == ["download", "a=1.2-3"])
        await #expect(throws: FetchError.notOffered(what: "the package `a`")) {
            try await withOffers([:]) { try await $0.newest("a", suites: ["one"], scratch: $1) }
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
