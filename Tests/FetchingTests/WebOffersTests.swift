import Basics
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Fetching

/// Tests lists of the versions in a server's folder.
@Suite(.tags(.process))
struct WebOffersTests {
    private static let page = """
        <html><a href="../">Parent</a> <a href="?C=N;O=D">Name</a>
        <A HREF='e-1.0.tar.gz'>e</A> <a class=x href=e-1.2.tar.gz>e</a> <a href="./e-1.10.tar.gz">e</a>
        <a href="e-2.0rc1.tar.gz">e</a> <a href="e-2.0.tar.gz.sig">e</a> <a href="old/e-3.0.tar.gz">e</a>
        <a href="https://elsewhere.example/e-4.0.tar.gz">e</a> <a href="f-5.0.tar.gz">e</a> <a href="e-.tar.gz">e</a>
        <a href="/no-range/x/e-1.3.tar.gz">e</a> <a href="e-1.2.tar.gz">again</a></html>
        """

    private func offers(_ effects: FetchEffects) -> WebOffers {
        WebOffers(effects: effects, settings: SourceFetcher.Settings(download: .forTests))
    }

    @Test func `releases in the same folder are listed`() async throws {
        try await withServer(Array(Self.page.utf8)) { server, folder in
            let address = server.address("no-range/x/e-1.0.tar.gz")
            let found = try await offers(.live(environment: [:])).list(
                address, version: try #require(Version("1.0")), scratch: folder)
            #expect(found?.map(\.version.string) == ["1.0", "1.2", "1.10", "1.3"])
            #expect(found?.map(\.address).last == server.address("no-range/x/e-1.3.tar.gz"))
            #expect(server.requests.count == 1)
        }
    }

    @Test func `the digest of an offer is computed from the downloaded file`() async throws {
        try await withServer { server, folder in
            let digest = try await offers(.live(environment: [:])).digest(
                of: server.address("no-range/e-1.2.tar.gz"), scratch: folder)
            let sum = try await shell(["sha256sum", "../content"], in: folder)
            #expect(sum.hasPrefix(digest.hex))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.string).isEmpty)
        }
    }

    @Test(arguments: [
        "https://a.example/1.0/e-1.0.tar.gz", "https://a.example/e.tar.gz", "https://a.example/get?e-1.0",
        "https://a.example/1.0", "1.0",
    ])
    func `an address is listed only if just its last part contains the version`(_ address: String) async throws {
        let found = try await offers(.unimplemented).list(
            address, version: try #require(Version("1.0")), scratch: "/nowhere")
        #expect(found == nil)
    }

    @Test func `without the network, nothing is requested`() async throws {
        let settings = SourceFetcher.Settings(isOffline: true, download: .forTests)
        let offers = WebOffers(effects: .unimplemented, settings: settings)
        await #expect(throws: FetchError.offline) {
            try await offers.list(
                "https://a.example/e-1.0.tgz", version: try #require(Version("1.0")), scratch: "/nowhere")
        }
    }
}
