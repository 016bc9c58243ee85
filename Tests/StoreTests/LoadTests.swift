import Actions
import Basics
import Store
import Testing

@Suite struct LoadTests {
    let folder: TestFolder
    let store: DiskStore

    init() throws {
        folder = try TestFolder()
        store = folder.store
    }

    static let tree = Directory(files: [
        "a/b/c": file("c"), "a/d": file("d"), "e": .directory(Directory()), "f/b/c": file("c"),
    ])

    @Test func `a stored folder is loaded by the digest of its tree or of its root`() async throws {
        let (tree, root) = try await store.put(Self.tree)
        #expect(root == Self.tree.digest)
        #expect(try await Directory.load(root: root, from: store)["f/b/c"] == file("c"))
        #expect(try await Directory.load(tree: tree, from: store)["f/b/c"] == file("c"))
    }

    @Test func `a subfolder is loaded by its digest`() async throws {
        try await store.put(Self.tree)
        let folder = try Self.tree.folder(at: "a")
        #expect(try await Directory.load(root: folder.digest, from: store)["b/c"] == file("c"))
    }

    @Test func `the empty folder is loaded although it is not stored`() async throws {
        #expect(try await Directory.load(root: Directory().digest, from: store).entries == [])
    }

    @Test func `the error for a lost folder contains its digest`() async throws {
        let (tree, root) = try await store.put(Self.tree)
        let folder = try Self.tree.folder(at: "a")
        try store.discard(folder.digest)
        await #expect(throws: StoreError.missing(folder.digest)) { try await Directory.load(root: root, from: store) }
        #expect(try await Directory.load(tree: tree, from: store)["a/d"] == file("d"))
        try store.discard(root)
        await #expect(throws: StoreError.missing(root)) { try await Directory.load(root: root, from: store) }
        try store.discard(tree)
        await #expect(throws: StoreError.missing(tree)) { try await Directory.load(tree: tree, from: store) }
    }

    @Test func `a blob that is not a folder's message is reported as malformed`() async throws {
        let digest = try store.put(bytes("not a message"))
        let error = StoreError.malformed(digest, .undecodable(message: "Directory"))
        await #expect(throws: error) { try await Directory.load(root: digest, from: store) }
        let treeError = StoreError.malformed(digest, .undecodable(message: "Tree"))
        await #expect(throws: treeError) { try await Directory.load(tree: digest, from: store) }
    }

    @Test func `a folder's message with another digest than requested is refused`() async throws {
        let faultyStore = ConstantBlobs(bytes: Self.tree.encoded)
        let error = StoreError.malformed(
            digest("asked"), .wrongDigest(expected: digest("asked"), found: Self.tree.digest))
        await #expect(throws: error) { try await Directory.load(root: digest("asked"), from: faultyStore) }
    }

    @Test func `a huge tree of small folders is refused`() async throws {
        let bomb = (0..<40).reduce(Directory(["x": file("x")])) { folder, _ in
            Directory(["a": .directory(folder), "b": .directory(folder)])
        }
        try await store.putFolders(of: bomb)
        await #expect(throws: StoreError.malformed(bomb.digest, .tooLarge)) {
            try await Directory.load(root: bomb.digest, from: store)
        }
    }

    @Test func `a folder with unloaded parts is not stored as a tree`() async throws {
        let directory = Directory(["u": .unloaded(digest("u"))])
        await #expect(throws: StoreError.malformed(directory.digest, .missingChild(digest("u")))) {
            try await store.put(directory)
        }
    }

    static let action = Action(
        command: Command(arguments: ["sh", "x"], environment: ["A": "1"], outputPaths: ["out"]), inputRoot: tree,
        platform: ["OSFamily": "linux", "tool.cc": "x/1"], timeout: 7)

    @Test func `a stored action has the explanation of the original`() async throws {
        let key = try await store.put(Self.action)
        #expect(key == Self.action.digest)
        let found = try #require(try await store.action(key))
        #expect(found.explanation == Self.action.explanation)
    }

    @Test func `an action that lost an input folder is found with that folder unloaded`() async throws {
        let key = try await store.put(Self.action)
        let folder = try Self.tree.folder(at: "a")
        try store.discard(folder.digest)
        let found = try #require(try await store.action(key))
        #expect(found.digest == key)
        #expect(found.inputRoot["a"] == .unloaded(folder.digest))
        #expect(found.inputRoot["f/b/c"] == file("c"))
    }

    @Test func `an action that lost a part is missing`() async throws {
        let key = try await store.put(Self.action)
        let listing = Digest(of: try #require(Self.action.listing))
        for part in [Self.tree.digest, Digest(of: Self.action.encoded().command), listing, key] {
            try store.discard(part)
            #expect(try await store.action(key) == nil)
            try await store.put(Self.action)
            #expect(try await store.action(key) != nil)
        }
    }
}

/// Returns the same bytes for every blob.
private struct ConstantBlobs: BlobStore {
    let bytes: [UInt8]

    func blob(_ digest: Digest) -> [UInt8]? { bytes }
    func missing(_ digests: [Digest]) -> [Digest] { [] }
    func put(_ bytes: [UInt8]) -> Digest { Digest(of: bytes) }
    func result(of action: Digest) -> ActionResult? { nil }
    func put(_ result: ActionResult, for action: Digest) {}
    func discard(_ digest: Digest) {}
    func discardResult(of action: Digest) {}
}
