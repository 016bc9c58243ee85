import Actions
import Basics
import Foundation
import Remote
import Store
import Synchronization
import TestServers
import TestSupport
import Testing

/// Tests the client with a real server of the Remote Execution API: directly, over TLS and over faulty links.
@Suite(
    .enabled(if: BuildboxServer.isInstalled, "buildbox-casd is not installed: `scripts/setup tests`"),
    .afterSetUp, .timeLimit(.minutes(10)), .tags(.process))
struct GRPCCacheTests {
    let folder: StoreFolder
    let server: BuildboxServer

    init() throws {
        folder = try StoreFolder()
        server = try BuildboxServer()
    }

    private func cache(_ address: String, patience: Int = 20, _ change: (inout HTTPSettings) -> Void = { _ in }) throws
        -> GRPCCache
    {
        var settings = HTTPSettings(userAgent: "tests")
        (settings.patience, settings.connectSeconds) = (patience, patience)
        change(&settings)
        return GRPCCache(GRPCServer(try RemoteAddress(address), settings, pause: 0.01))
    }

    /// Uploads and fetches blobs whose sizes cover each code path. If `file`, which returns the path of a blob on the
    /// server, is not nil, compares the files at these paths too.
    private func roundTrip(_ cache: GRPCCache, _ file: ((String) -> URL)? = nil) async throws {
        let (one, two) = (folder.store("one"), folder.store("two"))
        let small = (0..<50).map { Array("blob \($0)".utf8) }
        let blobs = [0, 900_000, 1_048_576, 9_000_000].map { SeededRandom.bytes($0) } + small
        let digests = try blobs.map { try one.put($0) }
        #expect(try await cache.missing(digests) == digests.filter { $0.size > 0 })
        try await cache.upload(digests, from: one)
        #expect(try await cache.missing(digests) == [])
        for (blob, digest) in zip(blobs, digests) where digest.size > 0 {
            if let file { #expect(try Array(Data(contentsOf: file(digest.hash.hex))) == blob) }
        }
        #expect(await cache.fetch(digests, into: two) == [:])
        for (blob, digest) in zip(blobs, digests) { #expect(try two.blob(digest) == blob) }
    }

    @Test func `uploaded blobs are in the server's folder and can be fetched`() async throws {
        try await roundTrip(cache(server.address), server.file)
    }

    @Test(
        .enabled(if: BuildGridServer.isInstalled, "BuildGrid is not installed: `scripts/setup interop`"),
        .timeLimit(.minutes(10)))
    func `BuildGrid gives the same results as buildbox`() async throws {
        let other = try BuildGridServer()
        let cache = try cache(other.address + "/main")
        try await roundTrip(cache)
        try await resultsRoundTrip(cache)
        await #expect(throws: RemoteError.self) { try await self.cache(other.address).missing([Digest(of: [1])]) }
    }

    @Test(.enabled(if: CompressingFront.isInstalled, "Python has no grpcio: `scripts/setup tests`"))
    func `blobs are compressed if the server supports it`() async throws {
        let front = try CompressingFront(before: server.port)
        let (one, two, cache) = (folder.store("one"), folder.store("two"), try cache(front.address))
        let (small, large) = ((1...20).map { Self.text(1000 * $0) }, [Self.text(2_000_000), Self.text(9_000_000)])
        let digests = try (small + large).map { try one.put($0) }
        try await cache.upload(digests, from: one)
        // The server now has the blobs and reports that.
        try await cache.upload(digests, from: one)
        for (blob, digest) in zip(small + large, digests) {
            #expect(try Array(Data(contentsOf: server.file(of: digest.hash.hex))) == blob)
        }
        #expect(await cache.fetch(digests, into: two) == [:])
        for (blob, digest) in zip(small + large, digests) { #expect(try two.blob(digest) == blob) }
        let (batch, streams) = (digests.dropLast(2).map(\.hash.hex), digests.suffix(2).map(\.hash.hex))
        #expect(front.log.isSuperset(of: batch.map { "batch-write \($0)" } + batch.map { "batch-read \($0)" }))
        #expect(front.log.isSuperset(of: streams.map { "write \($0)" } + streams.map { "read \($0)" }))
        // Incompressible blobs are sent uncompressed, and all other behaviour is the same as without compression.
        try await roundTrip(self.cache(front.address))
        try await resultsRoundTrip(cache)
    }

    /// The server sends corrupt frames in the first attempt, or in the second after it interrupted the first.
    @Test(
        .enabled(if: CompressingFront.isInstalled, "Python has no grpcio: `scripts/setup tests`"),
        arguments: [CompressingFront.Kind.wrong, .breaking])
    func `blobs in corrupt frames are requested uncompressed`(_ kind: CompressingFront.Kind) async throws {
        let front = try CompressingFront(before: server.port, kind)
        let (one, two, cache) = (folder.store("one"), folder.store("two"), try cache(front.address))
        let digests = try [2000, 3000, 2_000_000].map { try one.put(Self.text($0)) }
        try await cache.upload(digests, from: one)
        #expect(await cache.fetch(digests, into: two) == [:])
        for digest in digests { #expect(try two.blob(digest) == one.blob(digest)) }
        let read = digests[..<2].map { "batch-read \($0.hash.hex)" } + ["read \(digests[2].hash.hex)"]
        #expect(front.log.isSuperset(of: read))
    }

    @Test(.enabled(if: CompressingFront.isInstalled, "Python has no grpcio: `scripts/setup tests`"))
    func `a server may support compression only in streams`() async throws {
        let front = try CompressingFront(before: server.port, .streams)
        let (one, two, cache) = (folder.store("one"), folder.store("two"), try cache(front.address))
        let blobs = [Self.text(2000), Self.text(3000), Self.text(2_000_000)]
        let digests = try blobs.map { try one.put($0) }
        try await cache.upload(digests, from: one)
        // For blobs that the server already has, it reports the uncompressed size.
        try await cache.upload(digests, from: one)
        #expect(await cache.fetch(digests, into: two) == [:])
        for (blob, digest) in zip(blobs, digests) { #expect(try two.blob(digest) == blob) }
        #expect(front.log.contains("write \(digests[2].hash.hex)"))
        #expect(!front.log.contains { $0.hasPrefix("batch-write") })
    }

    /// Returns bytes that can be compressed to a small part.
    private static func text(_ count: Int) -> [UInt8] {
        Array((0..<count / 8 + 1).flatMap { Array("line \($0)\n".utf8) }.prefix(count))
    }

    @Test func `a round trip works over TLS with a password`() async throws {
        let files = try TestCertificates()
        let front = try SecureFront(before: server.port, user: "ci", password: "open-sesame", files)
        defer { withExtendedLifetime(front) {} }
        try await roundTrip(
            cache(front.address) {
                $0.authorities = files.authority
                $0.credentials = .basic(user: "ci", password: "open-sesame")
            })
        let keyed = try cache(front.address) {
            $0.authorities = files.authority
            $0.headers = ["X-Key: open-sesame"]
        }
        #expect(try await keyed.missing([Digest(of: [1])]) == [Digest(of: [1])])
        let wrong = try cache(front.address) { $0.authorities = files.authority }
        await #expect(throws: RemoteError.unavailable("the server denies access")) {
            try await wrong.missing([Digest(of: [1])])
        }
        let stranger = try cache(front.address)
        await #expect {
            try await stranger.missing([Digest(of: [1])])
        } throws: {
            if case .unavailable = $0 as? RemoteError { true } else { false }
        }
    }

    @Test func `action results are stored and fetched over gRPC`() async throws {
        try await resultsRoundTrip(cache(server.address))
    }

    private func resultsRoundTrip(_ cache: GRPCCache) async throws {
        let store = folder.store("one")
        let log = try store.put(Array("a log\n".utf8))
        try await cache.upload([log], from: store)
        let action = Digest(of: Array("action".utf8))
        #expect(try await cache.result(of: action) == nil)
        let result = ActionResult(outputs: ["file": .file(log, isExecutable: true)], log: log)
        try await cache.put(result.encoded(for: action), for: action)
        let found = try #require(try await cache.result(of: action))
        #expect(try ActionResult(encoded: found) == result)
        #expect(ActionResult.binding(in: found, to: action) == .same)
    }

    @Test func `a query for a hundred thousand blobs succeeds`() async throws {
        let digests = (0..<100_000).map { Digest(of: Array("\($0)".utf8)) }
        #expect(try await cache(server.address).missing(digests).count == 100_000)
    }

    @Test func `an unknown instance is an error`() async throws {
        let cache = try cache(server.address + "/elsewhere")
        await #expect {
            try await cache.missing([Digest(of: [1])])
        } throws: {
            guard case .refused(let words) = $0 as? RemoteError else { return false }
            return words.hasPrefix("the server answered with INVALID_ARGUMENT")
        }
    }

    @Test func `a blob corrupted on the gRPC server is rejected`() async throws {
        let (one, two) = (folder.store("one"), folder.store("two"))
        let cache = try cache(server.address)
        for size in [1000, 2_000_000] {
            let digest = try one.put(SeededRandom.bytes(size))
            try await cache.upload([digest], from: one)
            let file = server.file(of: digest.hash.hex)
            var bytes = try Data(contentsOf: file)
            bytes[size / 2] ^= 1
            try FileManager.default.removeItem(at: file)
            try bytes.write(to: file)
            #expect(await cache.fetch([digest], into: two)[digest] != nil)
            #expect(try two.missing([digest]) == [digest])
        }
    }

    @Test(arguments: [LinkProxy.Fault.hang, .drip, .refuse, .cut, .flip])
    func `a bad or missing gRPC answer is an error in bounded time`(_ fault: LinkProxy.Fault) async throws {
        let (one, two) = (folder.store("one"), folder.store("two"))
        let digest = try one.put(SeededRandom.bytes(3_000_000))
        try await cache(server.address).upload([digest], from: one)
        let proxy = try LinkProxy(before: server.port, fault)
        let cache = try cache(proxy.address, patience: 1)
        let started = ContinuousClock.now
        #expect(await cache.fetch([digest], into: two)[digest] != nil)
        #expect(try two.missing([digest]) == [digest])
        #expect(ContinuousClock.now - started < .seconds(100))
        try proxy.set(.none)
        #expect(await cache.fetch([digest], into: two) == [:])
    }

    @Test func `blobs of impossible size are not fetched`() async throws {
        let store = folder.store("one")
        let digests = [Int.max, Digest.largest].map { Digest(hash: Digest(of: [1]).hash, size: $0) }
        #expect(await Set(try cache(server.address).fetch(digests, into: store).keys) == Set(digests))
    }

    @Test func `a transient gRPC failure is retried`() async throws {
        let store = folder.store("one")
        let digests = try (0..<10).map { try store.put(Array("blob \($0)".utf8)) }
        let proxy = try LinkProxy(before: server.port, .stumble)
        let cache = try cache(proxy.address)
        for digest in digests { try await cache.upload([digest], from: store) }
        #expect(try await self.cache(server.address).missing(digests) == [])
    }

    @Test func `the client continues with a server that was restarted`() async throws {
        let store = folder.store("one")
        let digest = try store.put(SeededRandom.bytes(10_000))
        let cache = try cache(server.address)
        try await cache.upload([digest], from: store)
        server.stop()
        await #expect {
            try await cache.missing([digest])
        } throws: {
            if case .unavailable = $0 as? RemoteError { true } else { false }
        }
        let again = try BuildboxServer(keeping: server.data, port: server.port)
        defer { withExtendedLifetime(again) {} }
        #expect(try await cache.missing([digest]) == [])
    }

    @Test func `a cancelled gRPC request stops waiting`() async throws {
        let proxy = try LinkProxy(before: server.port, .hang)
        let cache = try cache(proxy.address, patience: 600)
        let (one, two) = (folder.store("one"), folder.store("two"))
        let digest = try one.put([1])
        let task = Task { try await cache.missing([digest]) }
        let hasEnded = Mutex(false)
        let fetching = Task {
            defer { hasEnded.withLock { $0 = true } }
            return await cache.fetch([digest], into: two)
        }
        let uploading = Task { try await cache.upload([digest], from: one) }
        try await Task.sleep(for: .milliseconds(200))
        task.cancel()
        await #expect(throws: RemoteError.cancelled) { try await task.value }
        // Several tasks wait for one answer; when one is cancelled the others keep waiting until they are cancelled
        // too.
        try await Task.sleep(for: .milliseconds(200))
        #expect(!hasEnded.withLock { $0 })
        fetching.cancel()
        #expect(await fetching.value == [digest: .cancelled])
        uploading.cancel()
        await #expect(throws: RemoteError.cancelled) { try await uploading.value }
    }

    @Test func `a server without gRPC is an error`() async throws {
        let nginx = try CacheServer()
        let cache = try cache("grpc://127.0.0.1:\(nginx.port)", patience: 2)
        await #expect(throws: RemoteError.self) { try await cache.missing([Digest(of: [1])]) }
    }
}
