import Actions
import Basics
import Store
import SystemPackage
import Testing

@Suite struct DecoratorTests {
    let folder: TestFolder
    let disk: DiskStore

    init() throws {
        folder = try TestFolder()
        disk = folder.store
    }

    static let result = ActionResult(outputs: ["l": .symlink(target: "t")])

    @Test func aBadBlobIsForgottenAndHeals() async throws {
        let base = LyingStore(base: disk)
        let digest = try disk.put(bytes("abc"))
        let store = VerifyingStore(base)
        #expect(try await store.blob(digest) == nil)
        #expect(try disk.missing([digest]) == [digest])
        #expect(try await VerifyingStore(disk).blob(disk.put(bytes("abc"))) == bytes("abc"))
    }

    @Test func aBadBlobIsNotWrittenOut() async throws {
        let digest = try disk.put(bytes("abc"))
        let error = StoreError.missing(digest)
        await #expect(throws: error) {
            try await VerifyingStore(LyingStore(base: disk)).materialize(
                digest, to: folder / "out", isExecutable: false)
        }
        #expect(!folder.exists("out"))
    }

    @Test func nothingIsPutIntoAReadOnlyStore() async throws {
        try disk.put(bytes("abc"))
        try disk.put(Self.result, for: digest("action"))
        let store = ReadOnlyStore(disk)
        await #expect(throws: StoreError.readOnly) { try await store.put(bytes("new")) }
        await #expect(throws: StoreError.readOnly) { try await store.put(Self.result, for: digest("new")) }
        try await store.discard(digest("abc"))
        try await store.discardResult(of: digest("action"))
        #expect(try await store.blob(digest("abc")) == bytes("abc"))
        #expect(try await store.result(of: digest("action")) == Self.result)
        #expect(try await store.missing([digest("abc"), digest("new")]) == [digest("new")])
    }

    @Test func whatTheSlowStoreHadTheFastOneKeeps() async throws {
        let (fast, slow) = (MemoryStore(), MemoryStore())
        let store = LayeredStore(fast: fast, slow: slow)
        await slow.put(bytes("abc"))
        #expect(try await store.missing([digest("abc"), digest("x")]) == [digest("x")])
        #expect(await fast.blob(digest("abc")) == nil)
        #expect(try await store.blob(digest("abc")) == bytes("abc"))
        #expect(await fast.blob(digest("abc")) == bytes("abc"))
    }

    @Test func aResultOfTheSlowStoreIsFoundButNotCopied() async throws {
        let (fast, slow) = (MemoryStore(), MemoryStore())
        let store = LayeredStore(fast: fast, slow: slow)
        await slow.put(Self.result, for: digest("action"))
        #expect(try await store.result(of: digest("action")) == Self.result)
        #expect(await fast.result(of: digest("action")) == nil)
    }

    @Test func whatIsPutGoesToBoth() async throws {
        let (fast, slow) = (MemoryStore(), MemoryStore())
        let store = LayeredStore(fast: fast, slow: slow)
        try folder.write("file", to: "file")
        try await store.put(bytes("abc"))
        try await store.put(file: folder / "file")
        try await store.put(Self.result, for: digest("action"))
        for layer in [fast, slow] {
            #expect(await layer.missing([digest("abc"), digest("file")]) == [])
            #expect(await layer.result(of: digest("action")) == Self.result)
        }
        try await store.discard(digest("abc"))
        try await store.discardResult(of: digest("action"))
        #expect(await slow.blob(digest("abc")) == nil)
        #expect(try await store.result(of: digest("action")) == nil)
    }

    @Test func aReadOnlySlowStoreIsOnlyRead() async throws {
        let (fast, slow) = (MemoryStore(), MemoryStore())
        let store = LayeredStore(fast: fast, slow: ReadOnlyStore(slow))
        try folder.write("file", to: "file")
        try await store.put(bytes("abc"))
        try await store.put(file: folder / "file")
        try await store.put(Self.result, for: digest("action"))
        #expect(await fast.missing([digest("abc"), digest("file")]) == [])
        #expect(await slow.missing([digest("abc"), digest("file")]) == [digest("abc"), digest("file")])
        #expect(await fast.result(of: digest("action")) == Self.result)
    }
}

/// Gives out other bytes than it was given.
private struct LyingStore: StoreDecorator {
    let base: any BlobStore

    func blob(_ digest: Digest) async throws(StoreError) -> [UInt8]? {
        try await base.blob(digest).map { $0.reversed() }
    }
}
