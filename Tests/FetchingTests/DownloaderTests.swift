@testable import Fetching
import Foundation
import Network
import SystemPackage
import TestSupport
import Testing

/// Tests downloads from a real server.
@Suite(.tags(.process))
struct DownloaderTests {
    let waits = Recorder<Duration>()

    private func downloader(_ change: (inout Downloader.Policy) -> Void = { _ in }) -> Downloader {
        var policy = Downloader.Policy.forTests
        change(&policy)
        return Downloader(transport: .live, clock: .recording(waits), policy: policy)
    }

    @Test(arguments: [
        ("file", 1, 0), ("redirect/1", 2, 0), ("redirect/10", 11, 0), ("fails/2", 3, 2), ("cut", 2, 1),
        ("cut-no-range", 2, 1), ("cut-shifted", 3, 2),
    ])
    func `a file is complete after the expected requests and waits`(path: String, requests: Int, waits count: Int)
        async throws
    {
        try await withServer { server, folder in
            let file = folder.appending("a")
            try await downloader().download(server.address(path), into: file)
            #expect(try bytes(of: file) == server.content)
            #expect(server.requests.count == requests)
            #expect(waits.all.count == count)
        }
    }

    @Test(arguments: [
        ("status/404", Trouble.Cause.status(404, retryAfter: nil), 1),
        ("status/503", .status(503, retryAfter: nil), 4), ("status/408", .status(408, retryAfter: nil), 4),
        ("loop", .tooManyRedirects(limit: 10), 11), ("redirect/11", .tooManyRedirects(limit: 10), 11),
        ("away/file:///etc/hostname", .unsupportedScheme("file:///etc/hostname"), 1),
        ("away/ftp://127.0.0.1/x", .unsupportedScheme("ftp://127.0.0.1/x"), 1),
    ])
    func `a failure is reported with its cause after the expected requests`(
        path: String, cause: Trouble.Cause, requests: Int
    )
        async throws
    {
        try await withServer { server, folder in
            await #expect(throws: Trouble(cause)) {
                try await downloader().download(server.address(path), into: folder.appending("a"))
            }
            #expect(server.requests.count == requests)
            #expect(names(in: folder).isEmpty, "the body of an error answer is not written to the file")
        }
    }

    @Test func `waits double, and a server's Retry-After is honoured within bounds`() async throws {
        try await withServer { server, folder in
            try await downloader().download(server.address("fails/3"), into: folder.appending("a"))
            #expect(waits.all == [.milliseconds(250), .milliseconds(500), .seconds(1)])
            try await downloader().download(server.address("busy/7"), into: folder.appending("b"))
            #expect(waits.all.last == .seconds(7))
            try await downloader().download(server.address("busy/3600"), into: folder.appending("c"))
            #expect(waits.all.last == .seconds(30))
        }
    }

    @Test func `a truncated download requests the rest of the same version`() async throws {
        try await withServer { server, folder in
            try await downloader().download(server.address("cut"), into: folder.appending("a"))
            #expect(server.requests == ["/cut - - xbuild/test", "/cut bytes=25000- \"one\" xbuild/test"])
        }
    }

    @Test func `a partial file of an older version is replaced`() async throws {
        try await withServer { server, folder in
            let file = folder.appending("a")
            try await downloader().download(server.address("cut-changed"), into: file)
            #expect(try bytes(of: file) == server.content.reversed())
        }
    }

    @Test func `a partial file is continued, a complete file kept, a file that is too long discarded`() async throws {
        try await withServer { server, folder in
            let file = folder.appending("a")
            for (size, requests) in [(1_000, 1), (50_000, 2), (60_000, 4)] {
                try write(SeededRandom.bytes(size), to: file)
                try await downloader().download(server.address("file"), into: file)
                #expect(try bytes(of: file) == server.content)
                #expect(server.requests.count == requests)
            }
        }
    }

    @Test func `progress includes a partial file and grows to the size of the file`() async throws {
        try await withServer { server, folder in
            let seen = Recorder<TransferProgress>()
            let file = folder.appending("a")
            try write(Array(server.content.prefix(20_000)), to: file)
            try await downloader().download(server.address("file"), into: file) { seen.add($0) }
            #expect(seen.all.map(\.bytes) == seen.all.map(\.bytes).sorted())
            #expect(seen.all.allSatisfy { $0.bytes >= 20_000 && $0.total == 50_000 })
            #expect(seen.all.last == TransferProgress(bytes: 50_000, total: 50_000))
        }
    }

    @Test(arguments: [
        ("endless", 49_999, Trouble.Cause.tooLarge(limit: 49_999)), ("file", 49_999, .tooLarge(limit: 49_999)),
        ("slow", 50_000, .timedOut), ("endless-redirect", 50_000, .tooLarge(limit: 4 << 20)),
        ("endless-header", 50_000, .malformed("its head is too long for libcurl's memory")),
    ])
    func `a download that is too large or too slow fails`(path: String, limit: Int, cause: Trouble.Cause) async throws {
        try await withServer { server, folder in
            let bounded = downloader {
                $0.retries.attempts = 1
                $0.limits.bytes = limit
                $0.limits.slowBytesPerSecond = 1_000
                $0.limits.slowSeconds = 1
            }
            await #expect(throws: Trouble(cause)) {
                try await bounded.download(server.address(path), into: folder.appending("a"))
            }
        }
    }

    @Test func `a cancelled task ends its transfer`() async throws {
        try await withServer { server, folder in
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                try await downloader().download(server.address("slow"), into: folder.appending("a")) { _ in
                    start.yield()
                }
            }
            for await _ in started { break }
            task.cancel()
            await #expect(throws: Trouble.cancelled) { try await task.value }
        }
    }

    @Test func `a closed port and an unsupported scheme are errors without a retry`() async throws {
        try await withTemporaryFolder { folder in
            await #expect(throws: Trouble(.unreachable("Couldn't connect to server"))) {
                // No program listens on the discard port of the loopback interface.
                try await downloader().download("http://127.0.0.1:9/a", into: folder.appending("a"))
            }
            await #expect(throws: Trouble(.unsupportedScheme("ftp://127.0.0.1/a"))) {
                try await downloader().download("ftp://127.0.0.1/a", into: folder.appending("a"))
            }
            #expect(waits.all.isEmpty)
        }
    }

    @Test func `a file address copies a local file`() async throws {
        try await withTemporaryFolder { folder in
            try write(SeededRandom.bytes(1000), to: folder.appending("source"))
            try write(SeededRandom.bytes(2000), to: folder.appending("a"))
            try await downloader().download("file://\(folder)/source", into: folder.appending("a"))
            #expect(try bytes(of: folder.appending("a")) == SeededRandom.bytes(1000))
        }
    }

    @Test func `certificates are checked, also against the user's own authorities`() async throws {
        try await withServer(isSecure: true) { server, folder in
            let error = await #expect(throws: Trouble.self) {
                try await downloader().download(server.address("file"), into: folder.appending("a"))
            }
            #expect(error?.description.hasPrefix("no connection: SSL peer certificate") == true)
            #expect(server.requests.isEmpty)
            let trusting = downloader {
                $0.limits.authorities = folder.removingLastComponent().appending("certificate.pem")
            }
            try await trusting.download(server.address("redirect/1"), into: folder.appending("a"))
            #expect(try bytes(of: folder.appending("a")) == server.content)
            await #expect(throws: Trouble(.insecureRedirect(to: "http://127.0.0.1:9/x"))) {
                try await trusting.download(server.address("away/http://127.0.0.1:9/x"), into: folder.appending("b"))
            }
        }
    }

    @Test func `a redirect from a secure to an insecure address is refused, even after a redirect`() async throws {
        let transport = Transport { request, _ in
            switch request.address {
            case "http://a": TransferAnswer(end: .redirect(to: "https://b"))
            case "https://b": TransferAnswer(end: .redirect(to: "http://user:secret@c"))
            default: TransferAnswer(end: .complete)
            }
        }
        let downloader = Downloader(transport: transport, clock: .unimplemented, policy: .forTests)
        await #expect(throws: Trouble(.insecureRedirect(to: "http://c"))) {
            try await downloader.download("http://a", into: "/nowhere")
        }
    }
}
