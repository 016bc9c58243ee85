import Actions
import Basics
import Foundation
import Remote
import Store
import Synchronization
import SystemPackage
import TestServers
import TestSupport
import Testing

/// Tests the client with a real server, directly and through a proxy that adds faults.
@Suite(.timeLimit(.minutes(10)), .tags(.process))
struct HTTPCacheTests {
    let folder: StoreFolder
    let server: CacheServer

    init() throws {
        folder = try StoreFolder()
        server = try CacheServer()
    }

    private func cache(_ address: String, patience: Int = 20) throws -> HTTPCache {
        var settings = HTTPSettings(userAgent: "tests")
        (settings.patience, settings.connectSeconds) = (patience, patience)
        return HTTPCache(try RemoteAddress(address), settings, pause: 0.01)
    }

    @Test func `uploads are stored under Bazel's paths and can be fetched`() async throws {
        let (one, two) = (folder.store("one"), folder.store("two"))
        let blobs = [[], Array("abc".utf8), SeededRandom.bytes(3_000_000)]
        let digests = try blobs.map { try one.put($0) }
        let cache = try cache(server.address)
        #expect(try await cache.missing(digests) == digests)
        try await cache.upload(digests, from: one)
        #expect(try await cache.missing(digests) == [])
        for (blob, digest) in zip(blobs, digests) {
            let file = server.data.appending(path: "cas/\(digest.hash.hex)")
            #expect(Array(try Data(contentsOf: file)) == blob)
        }
        #expect(await cache.fetch(digests, into: two) == [:])
        for (blob, digest) in zip(blobs, digests) { #expect(try two.blob(digest) == blob) }
    }

    @Test func `action results are stored and fetched over HTTP`() async throws {
        let cache = try cache(server.address)
        let action = Digest(of: Array("action".utf8))
        #expect(try await cache.result(of: action) == nil)
        try await cache.put([1, 2, 3], for: action)
        #expect(try await cache.result(of: action) == [1, 2, 3])
        #expect(server.count(in: "ac") == 1)
    }

    @Test func `each of two thousand blobs takes one request to upload and one to fetch`() async throws {
        let (one, two) = (folder.store("one"), folder.store("two"))
        let digests = try (0..<2000).map { try one.put(Array("blob \($0)".utf8)) }
        let cache = try cache(server.address)
        try await cache.upload(digests, from: one)
        #expect(await cache.fetch(digests, into: two) == [:])
        #expect(try two.missing(digests) == [])
        // nginx writes its log after it answers.
        while try server.requests().count < 4000 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(try server.requests().count == 4000)
    }

    @Test(arguments: [FaultProxy.Fault.flip, .truncate])
    func `a corrupt blob is rejected`(_ fault: FaultProxy.Fault) async throws {
        let (one, two) = (folder.store("one"), folder.store("two"))
        let digest = try one.put(SeededRandom.bytes(100_000))
        try await cache(server.address).upload([digest], from: one)
        let proxy = try FaultProxy(before: server, fault)
        #expect(await (try cache(proxy.address)).fetch([digest], into: two)[digest] != nil)
        #expect(try two.missing([digest]) == [digest])
        try proxy.set(.none)
        #expect(await (try cache(proxy.address)).fetch([digest], into: two) == [:])
    }

    @Test func `a transient HTTP failure is retried`() async throws {
        let store = folder.store("one")
        let digests = try (0..<20).map { try store.put(Array("blob \($0)".utf8)) }
        let proxy = try FaultProxy(before: server, .stumble)
        defer { withExtendedLifetime(proxy) {} }
        let cache = try cache(proxy.address)
        // One of several concurrent requests could fail repeatedly; each sequential request fails only once.
        for digest in digests { try await cache.upload([digest], from: store) }
        #expect(server.count(in: "cas") == 20)
    }

    @Test(arguments: [
        (FaultProxy.Fault.refuse, RemoteError.refused("the server answered with status 500")),
        (.hang, .unavailable("no answer in time")),
        (.drip, .unavailable("no answer in time")),
        (.redirect, .refused("more than 5 redirects")),
    ])
    func `a bad or missing HTTP answer is an error in bounded time`(_ fault: FaultProxy.Fault, _ error: RemoteError)
        async throws
    {
        let proxy = try FaultProxy(before: server, fault)
        let cache = try cache(proxy.address, patience: 1)
        let action = Digest(of: [])
        // A proxy that drips takes longer than the time limit for a result of this size.
        try await self.cache(server.address).put([UInt8](repeating: 1, count: 1000), for: action)
        let started = ContinuousClock.now
        await #expect(throws: error) { try await cache.result(of: action) }
        #expect(ContinuousClock.now - started < .seconds(100))
    }

    @Test func `a download that is too slow is abandoned`() async throws {
        let (one, two) = (folder.store("one"), folder.store("two"))
        let digest = try one.put(SeededRandom.bytes(100_000))
        try await cache(server.address).upload([digest], from: one)
        let proxy = try FaultProxy(before: server, .drip)
        let started = ContinuousClock.now
        #expect(
            await (try cache(proxy.address, patience: 1)).fetch([digest], into: two) == [
                digest: .unavailable("no answer in time")
            ])
        #expect(ContinuousClock.now - started < .seconds(100))
        #expect(try two.missing([digest]) == [digest])
    }

    @Test func `no request waits for another that hangs`() async throws {
        let proxy = try FaultProxy(before: server, .hang)
        let digests = (0..<20).map { Digest(of: Array("blob \($0)".utf8)) }
        let cache = try cache(proxy.address)
        let asking = Task { try await cache.missing(digests) }
        while proxy.requests.count < 20 { try await Task.sleep(for: .milliseconds(20)) }
        asking.cancel()
        await #expect(throws: RemoteError.cancelled) { try await asking.value }
    }

    @Test(arguments: [FaultProxy.Fault.hang, .refuse])
    func `the circuit breaker skips further requests when the server is down`(_ fault: FaultProxy.Fault) async throws {
        let (one, two) = (folder.store("one"), folder.store("two"))
        let proxy = try FaultProxy(before: server, fault)
        let digests = try (0..<500).map { try one.put(Array("blob \($0)".utf8)) }
        let cache = try cache(proxy.address, patience: 1)
        await #expect(throws: RemoteError.self) { try await cache.missing(digests) }
        await #expect(throws: RemoteError.self) { try await cache.upload(digests, from: one) }
        #expect(await cache.fetch(digests, into: two).count == digests.count)
        #expect(proxy.requests.count < 750)
    }

    @Test func `after three failed requests, a cache is not used, and one warning is printed`() async throws {
        let proxy = try FaultProxy(before: server, .refuse)
        let warnings = Mutex<[String]>([])
        let cache = HTTPCache(try RemoteAddress(proxy.address), HTTPSettings(userAgent: "tests"), pause: 0.01) { line in
            warnings.withLock { $0.append(line) }
        }
        for count in 1...5 {
            #expect(cache.isUp == (count <= 3), "\(count)")
            await #expect(throws: RemoteError.refused("the server answered with status 500")) {
                try await cache.result(of: Digest(of: []))
            }
        }
        // Each of the three requests has three attempts.
        #expect(proxy.requests.count == 9)
        let line = "the cache `\(proxy.address)` is not used: the server answered with status 500"
        #expect(warnings.withLock(\.self) == [line])
    }

    @Test(arguments: [true, false])
    func `credentials are sent to the cache, but not to a redirect's target`(_ isToken: Bool) async throws {
        let other = try CacheServer()
        // The redirect leads to another host name, although both servers are on this machine.
        let place = "http://127.0.0.1:\(other.port)"
        let first = try CacheServer(.elsewhere(place))
        try await cache(other.address).put([1, 2, 3], for: Digest(of: []))
        var settings = HTTPSettings(userAgent: "tests")
        settings.credentials = isToken ? .bearer(token: "sesame") : .basic(user: "ci", password: "sesame")
        let cache = HTTPCache(try RemoteAddress(first.address), settings)
        #expect(try await cache.result(of: Digest(of: [])) == [1, 2, 3])
        while try first.identities().count < 1 || other.identities().count < 2 {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try first.identities() == [isToken ? "Bearer sesame" : "Basic Y2k6c2VzYW1l"])
        #expect(try other.identities() == ["-", "-"])
    }

    @Test func `an unreachable server is an error`() async throws {
        let cache = try cache(server.address)
        server.stop()
        await #expect {
            try await cache.missing([Digest(of: [])])
        } throws: { error in
            guard case .unavailable = error as? RemoteError else { return false }
            return true
        }
    }

    @Test func `a cancelled HTTP request stops waiting`() async throws {
        let proxy = try FaultProxy(before: server, .hang)
        let cache = try cache(proxy.address, patience: 600)
        let task = Task { try await cache.result(of: Digest(of: [])) }
        try await Task.sleep(for: .milliseconds(200))
        task.cancel()
        await #expect(throws: RemoteError.cancelled) { try await task.value }
    }

    @Test(arguments: [
        ("ftp://host", RemoteAddress.Fault.malformed), ("cache.example", .malformed), ("http://", .malformed),
        ("http://host/?q", .malformed), ("https://me:secret@host", .credentials),
    ])
    func `invalid addresses are refused`(_ text: String, _ fault: RemoteAddress.Fault) {
        #expect(throws: fault) { try RemoteAddress(text) }
    }
}
