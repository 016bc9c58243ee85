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

    private func flipABit(of digest: Digest) throws {
        let path = disk.path(of: digest)
        try folder.shell("chmod 644 \(path); printf X | dd of=\(path) bs=1 seek=1 conv=notrunc status=none")
    }

    @Test func aBadBlobIsForgottenAndHeals() async throws {
        let digest = try disk.put(bytes("abc"))
        try flipABit(of: digest)
        #expect(try disk.blob(digest) == bytes("aXc"))
        let store = VerifyingStore(disk)
        #expect(try await store.blob(digest) == nil)
        #expect(try await store.missing([digest]) == [digest])
        try await store.put(bytes("abc"))
        #expect(try await store.blob(digest) == bytes("abc"))
    }

    @Test func aBadBlobIsNotWrittenOut() async throws {
        let digest = try disk.put(bytes("abc"))
        try flipABit(of: digest)
        let error = StoreError.missing(digest)
        await #expect(throws: error) {
            try await VerifyingStore(disk).materialize(digest, to: folder / "out", isExecutable: false)
        }
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
