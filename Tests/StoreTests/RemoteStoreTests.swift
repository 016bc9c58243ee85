import Actions
import Basics
import Store
import SystemPackage
import Testing

/// The queries and uploads that a remote cache receives.
@Suite(.timeLimit(.minutes(10))) struct RemoteStoreTests {
    let folder: TestFolder
    let cache = CountingCache()

    init() throws { folder = try TestFolder() }

    private func disk(_ name: String) -> DiskStore { DiskStore(at: folder / name) }

    private func store(_ disk: DiskStore) -> RemoteStore {
        RemoteStore(disk, before: cache, policy: RemotePolicy())
    }

    /// Returns a store with several results, each with one file and one folder, and the digests of their actions.
    private func filled(_ name: String, count: Int = 20) async throws -> (DiskStore, [Digest]) {
        let disk = disk(name)
        var actions: [Digest] = []
        for number in 0..<count {
            try disk.put(bytes("in \(number)"))
            let (tree, root) = try await disk.put(Directory(["in": file("in \(number)")]))
            let result = ActionResult(outputs: [
                "file": .file(try disk.put(bytes("out \(number)")), isExecutable: false),
                "folder": .directory(tree: tree, root: root),
            ])
            actions.append(digest("action \(number)"))
            try disk.put(result, for: actions[number])
        }
        return (disk, actions)
    }

    private func shared(_ disk: DiskStore, _ actions: [Digest]) async throws -> Int {
        let store = store(disk)
        let count = try await store.share(actions)
        try await store.finish()
        return count
    }

    @Test func `one query asks for the blobs of a batch of results`() async throws {
        let (one, actions) = try await filled("one")
        #expect(try await shared(one, actions) == 20)
        let (asked, two) = (cache.questions.count, store(disk("two")))
        try await two.prefetchResults(actions)
        #expect(cache.questions.count == asked + 1)
        for action in actions { #expect(try await two.result(of: action) == one.result(of: action)) }
        #expect(cache.questions.count == asked + 1)
        #expect(two.counts.hits == 20 && two.counts.rejected == 0)
    }

    @Test func `a blob is requested again after a timeout, but not if the cache lost it`() async throws {
        let (one, actions) = try await filled("one")
        _ = try await shared(one, actions)
        cache.lose(digest("out 3"))
        let two = store(disk("two"))
        cache.contents.withLock { $0.isSilent = true }
        #expect(try await two.blob(digest("out 2")) == nil)
        cache.contents.withLock { $0.isSilent = false }
        #expect(try await two.blob(digest("out 3")) == nil)
        #expect(try await two.blob(digest("out 2")) == bytes("out 2"))
        let lost = Array("out 3".utf8)
        cache.contents.withLock { $0.blobs[digest("out 3")] = lost }
        #expect(try await two.blob(digest("out 3")) == nil)
    }

    @Test func `a batch rejects only incomplete results`() async throws {
        let (one, actions) = try await filled("one")
        _ = try await shared(one, actions)
        cache.lose(digest("out 3"))
        cache.lose(digest("in 5"))
        let two = store(disk("two"))
        try await two.prefetchResults(actions + [digest("unknown")])
        for (number, action) in actions.enumerated() {
            #expect((try await two.result(of: action) == nil) == [3, 5].contains(number), "\(number)")
        }
        #expect(two.counts.hits == 18 && two.counts.rejected == 2 && two.counts.misses == 1)
    }

    @Test func `results are uploaded once, after one query for missing blobs`() async throws {
        let (one, actions) = try await filled("one")
        #expect(try await shared(one, actions) == 20)
        #expect(cache.questions.count == 1 && cache.results == 20)
        #expect(try await shared(one, actions) == 0)
        #expect(cache.questions.count == 2)
    }

    @Test func `blobs that the cache lost are uploaded again`() async throws {
        let (one, actions) = try await filled("one")
        _ = try await shared(one, actions)
        for lost in ["out 3", "in 5"] { cache.lose(digest(lost)) }
        #expect(try await shared(one, actions) == 2)
        #expect(cache.holds(digest("out 3")) && cache.holds(digest("in 5")))
        #expect(try await shared(one, actions) == 0)
    }

    @Test func `a cache that does not answer queries for blobs gets no second upload`() async throws {
        let (one, actions) = try await filled("one")
        _ = try await shared(one, actions)
        cache.contents.withLock { $0.isSilent = true }
        #expect(try await shared(one, actions) == 0)
        #expect(try await store(disk("two")).result(of: actions[0]) == nil)
    }

    @Test func `a result in the cache is replaced if the local result differs`() async throws {
        let (one, actions) = try await filled("one", count: 2)
        _ = try await shared(one, actions)
        let other = ActionResult(outputs: ["file": .file(try one.put(bytes("other")), isExecutable: false)])
        try one.put(other, for: actions[1])
        #expect(try await shared(one, actions) == 1)
        #expect(try await store(disk("two")).result(of: actions[1]) == other)
    }

    @Test func `remoteOnly finds a result only if the cache has all its blobs`() async throws {
        let (one, actions) = try await filled("one", count: 3)
        let before = store(one).remoteOnly
        try await before.prefetchResults(actions)
        for action in actions { #expect(try await before.result(of: action) == nil) }
        _ = try await shared(one, actions)
        cache.lose(digest("out 0"))
        cache.lose(try tree(of: actions[1], in: one))
        let after = store(one).remoteOnly
        try await after.prefetchResults(actions)
        var found: [Bool] = []
        for action in actions { found.append(try await after.result(of: action) != nil) }
        #expect(found == [false, false, true])
    }

    /// Returns the actions whose results are stored but incomplete.
    private func incomplete(_ store: any FileStore, _ actions: [Digest]) async throws -> Set<Digest> {
        try await store.prefetchResults(actions)
        let check = CompletenessCheck(of: store)
        var found: Set<Digest> = []
        for action in actions {
            if let result = try await store.result(of: action), try await !check.isComplete(result) {
                found.insert(action)
            }
        }
        return found
    }

    @Test(arguments: ["out 1", "in 1", "tree", "folder"])
    func `a result is incomplete when one of its blobs is in no store`(_ lost: String) async throws {
        let (one, actions) = try await filled("one", count: 3)
        _ = try await shared(one, actions)
        let asked = actions + [digest("unknown")]
        #expect(try await incomplete(one, asked).isEmpty)
        let blob =
            switch lost {
            case "tree": try tree(of: actions[1], in: one)
            case "folder": Directory(["in": file("in 1")]).digest
            default: digest(lost)
            }
        try one.discard(blob)
        #expect(try await incomplete(one, asked) == [actions[1]])
        #expect(try await incomplete(store(one), asked).isEmpty)
        // If the blob is the tree, the check above downloaded it, so it must be discarded again.
        try one.discard(blob)
        cache.lose(blob)
        #expect(try await incomplete(store(one), asked) == [actions[1]])
    }

    @Test func `a locally lost blob counts as missing if the cache does not answer`() async throws {
        let (one, actions) = try await filled("one", count: 3)
        _ = try await shared(one, actions)
        cache.contents.withLock { $0.isSilent = true }
        #expect(try await incomplete(store(one), actions).isEmpty)
        try one.discard(digest("out 2"))
        #expect(try await incomplete(store(one), actions) == [actions[2]])
    }

    private func tree(of action: Digest, in store: DiskStore) throws -> Digest {
        guard case .directory(let tree, _) = try store.result(of: action)?.outputs["folder"] else { throw NoTree() }
        return tree
    }

    private struct NoTree: Error {}

    @Test func `results whose upload is cancelled are counted as left`() async throws {
        let (one, actions) = try await filled("one")
        cache.contents.withLock { $0.isStuck = true }
        let store = store(one)
        #expect(try await store.share(actions) == 20)
        let end = Task { try await store.finish() }
        try await Task.sleep(for: .milliseconds(100))
        end.cancel()
        try await end.value
        #expect(store.counts.leftResults == 20 && store.counts.uploadedResults == 0)
        #expect(store.counts.failures == 0)
    }
}
