import Actions
import Basics
import Store
import Testing

// Which results are signed, and which uploads replace results of the cache.

extension SignedResultTests {
    @Test func `only results that this machine made are signed`() async throws {
        try await upload(signing: nil)
        // Without trust a store uses the result, and uploads it again with its own key at hand.
        let store = store("reader", signing: alice, .all)
        let result = try #require(try await store.result(of: action))
        try store.put(result, for: action)
        try await store.finish()
        #expect(try signature(of: action) == nil)
    }

    @Test func `a downloaded result keeps its signature when it is uploaded again`() async throws {
        try await upload(signing: alice)
        let before = try #require(try signature(of: action))
        _ = try await store("reader", .all).result(of: action)
        cache.contents.withLock { ($0.results, $0.blobs) = ([:], [:]) }
        let store = store("reader")
        #expect(try await store.share([action]) == 1)
        try await store.finish()
        #expect(try signature(of: action) == before)
        #expect(try await self.store("other", trusting: [alice]).result(of: action) != nil)
    }

    @Test func `share signs results that the cache has without a trusted signature`() async throws {
        let result = try await upload(signing: nil)[0]
        let again = store("maker", trusting: [alice], signing: alice)
        #expect(try await again.share([action]) == 1)
        try await again.finish()
        #expect(try signature(of: action)?.key == alice.publicKey.id)
        #expect(again.local.trust?.refusedCount == 0)
        let third = store("maker", trusting: [alice], signing: alice)
        #expect(try await third.share([action]) == 0)
        #expect(try await store("reader", trusting: [alice]).result(of: action)?.outputs == result.outputs)
    }

    @Test func `without a key of its own, a run does not replace another key's result`() async throws {
        let result = try await upload(signing: bob)[0]
        let reader = store("reader", trusting: [alice])
        #expect(try await reader.result(of: action) == nil)
        let own = try await made("action", in: reader)
        try reader.put(own, for: action)
        try await reader.finish()
        #expect(try signature(of: action)?.key == bob.publicKey.id)
        #expect(try await reader.result(of: action) == own)
        #expect(result.outputs == own.outputs)
        // A result that the cache lacks is uploaded.
        try reader.put(try await made("new", in: reader), for: digest("new"))
        try await reader.finish()
        #expect(cache.results == 2)
    }
}
