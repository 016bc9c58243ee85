import Actions
import Basics

/// Finds every blob to which results refer, directly or indirectly. Trees and folders that many results share are read
/// once.
struct ResultReach: Sendable {
    private let store: any BlobStore
    /// The contents of trees, by the digest of the `Tree` message; nil for a tree that cannot be read.
    private var trees: [Digest: Contents?] = [:]
    private var folders: [Digest: [Digest]] = [:]

    init(store: any BlobStore) { self.store = store }

    /// The contents of a tree.
    private struct Contents {
        /// The digests of the `Directory` messages. A `Tree` also contains these messages, so only readers of single
        /// folders need the blobs.
        var folders: [Digest]
        var files: [Digest]
    }

    /// Returns the blobs that a usable result needs: its files, its trees, the folders of the trees, and its log. Lost
    /// blobs are included. Nil when a tree cannot be read, so that its contents are unknown.
    mutating func blobs(
        of result: ActionResult, includingFolders: Bool = true
    ) async throws(StoreError) -> [Digest]? {
        var digests = result.log.map { [$0] } ?? []
        for output in result.outputs.values {
            switch output {
            case .file(let digest, _): digests.append(digest)
            case .symlink: break
            case .directory(let tree, let root):
                guard let contents = try await contents(of: tree) else { return nil }
                digests += [tree] + contents.files
                // The empty folder is not stored, see `Directory.read`.
                if includingFolders { digests += (contents.folders + [root]).filter { $0.size > 0 } }
            }
        }
        return digests
    }

    /// Returns the unreadable trees of a result.
    mutating func unreadableTrees(of result: ActionResult) async throws(StoreError) -> [Digest] {
        var unreadable: [Digest] = []
        for tree in result.trees where try await contents(of: tree) == nil { unreadable.append(tree) }
        return unreadable
    }

    /// Returns the stored messages of an action, which explain the action. Its result is usable without them.
    mutating func messages(of action: SHA256Value, in store: DiskStore) async throws(StoreError) -> [Digest] {
        guard let digest = try store.digest(of: action), let bytes = try store.blob(digest),
            let references = try? Action.references(in: bytes)
        else { return [] }
        let own = [digest, references.command] + (references.listing.map { [$0] } ?? [])
        return own + (try await folders(below: references.inputRoot))
    }

    /// Forgets unreadable trees: they may have been rebuilt.
    mutating func forgetUnreadable() { trees = trees.filter { $0.value != nil } }

    private mutating func contents(of tree: Digest) async throws(StoreError) -> Contents? {
        if let known = trees[tree] { return known }
        let contents = try await store.blob(tree).flatMap { try? Directory(treeMessage: $0) }
            .map { Contents(folders: $0.allDirectories.map(\.digest), files: $0.files) }
        trees[tree] = .some(contents)
        return contents
    }

    /// Returns the digests of all files and folders of a loaded tree, including the root.
    static func blobs(of tree: Directory) -> [Digest] {
        tree.allDirectories.map(\.digest).filter { $0.size > 0 } + tree.files
    }

    private mutating func folders(below root: Digest) async throws(StoreError) -> [Digest] {
        var found: [Digest] = []
        var wanted = [root]
        var seen: Set<SHA256Value> = []
        while let digest = wanted.popLast() {
            guard seen.insert(digest.hash).inserted else { continue }
            found.append(digest)
            wanted += try await folders(in: digest)
        }
        return found
    }

    private mutating func folders(in digest: Digest) async throws(StoreError) -> [Digest] {
        if let known = folders[digest] { return known }
        let inner = try await store.blob(digest).flatMap { try? Directory(encoded: $0) }?.unloadedFolders ?? []
        folders[digest] = inner
        return inner
    }
}

extension ActionResult {
    /// The trees of the folders among its outputs.
    var trees: [Digest] {
        outputs.values.compactMap { if case .directory(let tree, _) = $0 { tree } else { nil } }
    }
}
