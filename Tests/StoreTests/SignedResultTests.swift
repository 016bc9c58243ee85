import Actions
import Basics
import Store
import SystemPackage
import Testing

/// Signed results of a remote cache, which an attacker may change at will.
@Suite(.timeLimit(.minutes(10))) struct SignedResultTests {
    let folder: TestFolder
    let cache = CountingCache()
    let (alice, bob): (PrivateKey, PrivateKey)
    let action = digest("action")

    init() throws {
        folder = try TestFolder()
        (alice, bob) = (try #require(PrivateKey.random()), try #require(PrivateKey.random()))
    }

    func disk(_ name: String, trusting keys: [PrivateKey] = []) -> DiskStore {
        DiskStore(at: folder / name, trust: keys.isEmpty ? nil : ResultTrust(keys.map(\.publicKey)))
    }

    func store(
        _ name: String, trusting keys: [PrivateKey] = [], signing key: PrivateKey? = nil,
        _ download: RemotePolicy.Download = .outputs
    ) -> RemoteStore {
        RemoteStore(
            disk(name, trusting: keys), before: cache, policy: RemotePolicy(download: download),
            signer: key.map { ResultSigner($0) })
    }

    /// Returns a result that this machine made, with its blobs in the store.
    func made(
        _ text: String, in store: RemoteStore, worker: String = ActionResult.Metadata.direct
    ) async throws -> ActionResult {
        try store.local.put(bytes("in \(text)"))
        let (tree, root) = try await store.local.put(Directory(["in": file("in \(text)")]))
        return ActionResult(
            outputs: [
                "file": .file(try store.local.put(bytes(text)), isExecutable: false),
                "folder": .directory(tree: tree, root: root), "link": .symlink(target: "file"),
            ], log: try store.local.put(bytes("log \(text)")),
            metadata: ActionResult.Metadata(worker: worker, started: 1, finished: 2), origin: .here)
    }

    /// Makes results of actions and uploads them.
    @discardableResult
    func upload(
        _ texts: [String] = ["action"], as name: String = "maker", signing key: PrivateKey?
    ) async throws -> [ActionResult] {
        let store = store(name, signing: key)
        var results: [ActionResult] = []
        for text in texts {
            results.append(try await made(text, in: store))
            try store.put(results[results.count - 1], for: digest(text))
        }
        try await store.finish()
        return results
    }

    /// Lets an attacker replace the cache's result of an action.
    private func attack(_ change: (inout ActionResult) -> Void) throws {
        let bytes = try #require(cache.contents.withLock { $0.results[action] })
        var result = try #require(try ReceivedResult(encoded: bytes).claim)
        change(&result)
        let forged = result.encoded(for: action)
        cache.contents.withLock { $0.results[action] = forged }
    }

    func signature(of action: Digest) throws -> ResultSignature? {
        try cache.contents.withLock { $0.results[action] }.flatMap { try ReceivedResult(encoded: $0).claim?.signature }
    }

    // MARK: Whose results are used

    /// The keys that sign and that are trusted, and whether the result is used.
    @Test(
        arguments: [
            ("alice", ["alice"], true), ("alice", ["bob", "alice"], true), ("bob", ["bob", "alice"], true),
            ("bob", ["alice"], false), (nil, ["alice"], false), (nil, [], true), ("alice", [], true),
        ] as [(String?, [String], Bool)])
    func `a result is used only if a trusted key signed it`(
        _ signer: String?, _ trusted: [String], _ isUsed: Bool
    ) async throws {
        let keys = ["alice": alice, "bob": bob]
        let result = try await upload(signing: signer.flatMap { keys[$0] })[0]
        let reader = store("reader", trusting: trusted.compactMap { keys[$0] })
        let found = try await reader.result(of: action)
        #expect((found != nil) == isUsed)
        #expect(found.map { $0.outputs == result.outputs && $0.log == result.log } != false)
        let expected = isUsed ? [1, 0, 0, 0] : [0, 1, 1, 0]
        let counts = reader.counts
        #expect([counts.hits, counts.misses, counts.untrusted, counts.failures] == expected)
        #expect(reader.local.trust.map { $0.refusedCount == (isUsed ? 0 : 1) } != false)
    }

    @Test func `batches of results are checked too`() async throws {
        try await upload(["one", "two"], signing: alice)
        try await upload(["three"], as: "other", signing: nil)
        let reader = store("reader", trusting: [alice])
        let actions = ["one", "two", "three", "four"].map { digest($0) }
        try await reader.prefetchResults(actions)
        var found: [Bool] = []
        for action in actions { found.append(try await reader.result(of: action) != nil) }
        #expect(found == [true, true, false, false])
        #expect(reader.counts.hits == 2 && reader.counts.misses == 2 && reader.counts.untrusted == 1)
    }

    // MARK: Attacks

    private static let other = digest("evil")

    static let attacks: [(name: String, change: @Sendable (inout ActionResult) -> Void)] = [
        ("contents", { $0.outputs["file"] = .file(other, isExecutable: false) }),
        ("mode", { $0.outputs["file"] = .file(digest("action"), isExecutable: true) }),
        ("link", { $0.outputs["link"] = .symlink(target: "/etc/passwd") }),
        ("folder", { $0.outputs["folder"] = .directory(tree: other, root: other) }),
        ("more outputs", { $0.outputs["more"] = .file(other, isExecutable: false) }),
        ("fewer outputs", { $0.outputs["link"] = nil }),
        ("log", { $0.log = other }),
        ("exit code", { $0.exitCode = 3 }),
        ("worker", { $0.metadata.worker = ActionResult.Metadata.sandboxed }),
        ("no signature", { $0.origin = .elsewhere(nil) }),
        (
            "short signature",
            { $0.origin = .elsewhere($0.signature.map { ResultSignature(key: $0.key, bytes: [1, 2]) }) }
        ),
        (
            "another key's name",
            { $0.origin = .elsewhere($0.signature.map { ResultSignature(key: other.hash, bytes: $0.bytes) }) }
        ),
    ]

    @Test(arguments: attacks.map(\.name)) func `a forged result is a miss`(_ name: String) async throws {
        try await upload(signing: alice)
        cache.contents.withLock { $0.blobs[Self.other] = bytes("evil") }
        try attack(try #require(Self.attacks.first { $0.name == name }).change)
        let reader = store("reader", trusting: [alice])
        #expect(try await reader.result(of: action) == nil)
        #expect(reader.counts.untrusted == 1 && reader.counts.failures == 0 && reader.counts.rejected == 0)
        // Nothing that the result names was downloaded.
        #expect(reader.counts.downloadedBlobs == 0)
    }

    @Test func `the times of a result are not signed`() async throws {
        try await upload(signing: alice)
        try attack { ($0.metadata.started, $0.metadata.finished) = (7, 8) }
        #expect(try await store("reader", trusting: [alice]).result(of: action) != nil)
    }

    @Test(arguments: [false, true]) func `results that a cache swaps are misses`(_ namesAction: Bool) async throws {
        try await upload(["action", "other"], signing: alice)
        cache.contents.withLock { contents in
            let first = contents.results[action]
            contents.results[action] = contents.results[digest("other")]
            contents.results[digest("other")] = first
        }
        // The attacker can also change the name of the action beside the signature.
        if namesAction { try attack { _ in } }
        let reader = store("reader", trusting: [alice])
        #expect(try await reader.result(of: action) == nil)
        #expect(try await reader.result(of: digest("other")) == nil)
        #expect(reader.counts.untrusted == 2 && reader.counts.failures == 0)
    }

    @Test func `a cache cannot claim that this machine made a result`() async throws {
        let result = try await upload(signing: nil)[0]
        #expect(result.origin == .here)
        // The fields of two messages in a row are merged.
        let forged = result.encoded(for: action) + ActionResult(outputs: [:], origin: .here).encoded
        #expect(try ActionResult(encoded: forged).origin == .here)
        cache.contents.withLock { $0.results[action] = forged }
        #expect(try await store("reader", trusting: [alice]).result(of: action) == nil)
        // Without trust the result is used, but not stored as this machine's own.
        let careless = store("careless", .all)
        #expect(try await careless.result(of: action)?.origin == .elsewhere(nil))
        #expect(try careless.local.result(of: action)?.origin == .elsewhere(nil))
    }

    @Test func `a tree with other bytes than its digest is not used`() async throws {
        let result = try await upload(signing: alice)[0]
        guard case .directory(let tree, _)? = result.outputs["folder"] else { return }
        cache.contents.withLock { $0.blobs[tree] = bytes("evil") }
        #expect(try await store("reader", trusting: [alice]).result(of: action) == nil)
    }

    // MARK: The store of this machine

    @Test func `a result that this machine made needs no signature`() async throws {
        let maker = store("here")
        let result = try await made("action", in: maker)
        try maker.local.put(result, for: action)
        #expect(try disk("here", trusting: [alice]).result(of: action) == result)
        #expect(try await store("here", trusting: [alice]).result(of: action) == result)
    }

    /// Downloads everything without trust, and reads the store with trust, with and without the cache.
    @Test(arguments: [true, false]) func `a downloaded result needs its signature later too`(
        _ isSigned: Bool
    ) async throws {
        try await upload(signing: isSigned ? alice : nil)
        let before = store("reader", .all)
        #expect(try await before.result(of: action) != nil)
        #expect(try before.local.result(of: action) != nil)
        cache.contents.withLock { $0.results = [:] }
        let trusted = disk("reader", trusting: [alice])
        #expect(try (trusted.result(of: action) != nil) == isSigned)
        #expect(trusted.trust?.refusedCount == (isSigned ? 0 : 1))
        #expect(try await (store("reader", trusting: [alice]).result(of: action) != nil) == isSigned)
        #expect(try disk("reader", trusting: [bob]).result(of: action) == nil)
        #expect(try disk("reader").result(of: action) != nil)
    }

    @Test func `a signed result of the cache replaces an untrusted one of the store`() async throws {
        try await upload(signing: nil)
        _ = try await store("reader", .all).result(of: action)
        try await upload(as: "second", signing: alice)
        let reader = store("reader", trusting: [alice], .all)
        #expect(try await reader.result(of: action) != nil)
        #expect(reader.local.trust?.refusedCount == 0)
        try await reader.finish()
        #expect(try disk("reader", trusting: [alice]).result(of: action) != nil)
    }

    @Test func `a result of a worker counts as downloaded`() async throws {
        let store = store("here")
        let result = try await made("action", in: store)
        var reported = result
        reported.metadata.worker = "worker-7"
        let blobs = result.blobs + [digest("in action")]
        try await cache.upload(blobs, from: store.local)
        let runner = RemoteRunner(store, OneResult(bytes: reported.encoded))
        let command = Action(
            command: Command(arguments: ["true"], environment: [:], outputPaths: []), inputRoot: Directory())
        guard case .succeeded(let found) = try await runner.run(command, key: action, again: false, begins: {}) else {
            Issue.record("the worker's result is not used")
            return
        }
        try store.put(found, for: action)
        try await store.finish()
        #expect(try disk("here").result(of: action)?.metadata.worker == "worker-7")
        #expect(try disk("here", trusting: [alice]).result(of: action) == nil)
        // With trust, no result of a worker is used.
        let careful = RemoteRunner(self.store("careful", trusting: [alice]), OneResult(bytes: reported.encoded))
        guard case .refused = try await careful.run(command, key: action, again: false, begins: {}) else {
            Issue.record("the worker's result is used")
            return
        }
    }
}

/// Workers that return one result for each action.
private struct OneResult: RemoteWorkers {
    let bytes: [UInt8]
    var name: String { "workers" }
    var isUp: Bool { true }

    func report(_ error: RemoteError) {}

    func run(
        _ action: Digest, again: Bool, begins: @escaping @Sendable () -> Void
    ) async throws(RemoteError) -> RemoteEnd { .ended(bytes) }
}
