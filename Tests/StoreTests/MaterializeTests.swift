import Actions
import Basics
import Foundation
import Store
import SystemPackage
import TestSupport
import Testing

@Suite struct MaterializeTests {
    let folder: TestFolder
    let store: DiskStore

    init() throws {
        folder = try TestFolder()
        store = folder.store
    }

    /// A store that streams files, one that has them in memory, and layers of both.
    static let kinds = ["disk", "memory", "verifying", "layered"]

    private func make(_ kind: String) -> any FileStore {
        switch kind {
        case "disk": store
        case "memory": MemoryStore()
        case "verifying": VerifyingStore(store)
        default: LayeredStore(fast: MemoryStore(), slow: store)
        }
    }

    @Test(arguments: kinds) func filesComeOutAsTheyWentIn(kind: String) async throws {
        let store = make(kind)
        for count in [0, 1, 1 << 20, 2_500_000] {
            let blob = SeededRandom.bytes(count)
            try Data(blob).write(to: URL(filePath: (folder / "in").string))
            let digest = try await store.put(file: folder / "in")
            try await store.materialize(digest, to: folder / "out", isExecutable: count % 2 == 0)
            #expect(try folder.shell("cmp in out; stat -c %a out") == (count % 2 == 0 ? "755\n" : "644\n"))
            #expect(digest == Digest(of: blob))
        }
    }

    @Test(arguments: kinds) func whatIsMissingLeavesNoFile(kind: String) async throws {
        let store = make(kind)
        await #expect(throws: StoreError.missing(digest("none"))) {
            try await store.materialize(digest("none"), to: folder / "out", isExecutable: false)
        }
        #expect(!folder.exists("out"))
    }

    @Test(arguments: kinds) func aLinkIsReplacedAndNotWrittenThrough(kind: String) async throws {
        let store = make(kind)
        try await store.put(bytes("abc"))
        try folder.shell("printf victim >victim; ln -s victim out")
        try await store.materialize(digest("abc"), to: folder / "out", isExecutable: false)
        #expect(folder.read("victim") == bytes("victim"))
        #expect(try folder.shell("test ! -L out; cat out") == "abc")
    }

    @Test(arguments: kinds) func whatIsNoFileIsRefusedAtOnce(kind: String) async throws {
        let store = make(kind)
        try folder.shell("mkfifo fifo; mkdir folder")
        for name in ["fifo", "folder"] {
            let path = folder / name
            await #expect(throws: StoreError.special(path: path.string)) { try await store.put(file: path) }
        }
    }

    @Test func writingToAFileDoesNotWriteToTheStore() throws {
        try store.put(bytes("abc"))
        try store.materialize(digest("abc"), to: folder / "a", isExecutable: false)
        try store.materialize(digest("abc"), to: folder / "b", isExecutable: true)
        try folder.shell("printf xyz >>a; printf X | dd of=b conv=notrunc status=none")
        #expect(try store.blob(digest("abc")) == bytes("abc"))
        #expect(folder.read("b") == bytes("Xbc"))
    }

    @Test func changingAFileAfterwardsDoesNotChangeTheStore() throws {
        try folder.write("abc", to: "in")
        let digest = try store.put(file: folder / "in")
        try folder.shell("printf X | dd of=in conv=notrunc status=none")
        #expect(try store.blob(digest) == bytes("abc"))
    }

    @Test func blobsAreReadOnly() throws {
        try store.put(bytes("abc"))
        #expect(try folder.shell("stat -c %A \(store.path(of: digest("abc")))").contains("w") == false)
    }

    @Test func aFolderInTheWayIsAnErrorAndStays() throws {
        try store.put(bytes("abc"))
        try folder.write("inside", to: "out/file")
        #expect(throws: StoreError.self) {
            try store.materialize(digest("abc"), to: folder / "out", isExecutable: false)
        }
        #expect(folder.exists("out/file"))
    }
}
