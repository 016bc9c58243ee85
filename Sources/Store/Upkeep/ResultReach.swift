import Actions
import Basics

/// Follows results to every blob that they stand for. Trees and folders that many results share are read once.
struct ResultReach {
    let store: DiskStore
    private var trees: [SHA256Value: [Digest]?] = [:]
    private var folders: [SHA256Value: [Digest]] = [:]

    init(store: DiskStore) { self.store = store }

    /// What a result needs to be of use: its files, trees, the folders of those, and its log. Blobs that the store has
    /// lost are named as well; nil when a tree cannot be read, so that nobody knows what was in it.
    mutating func blobs(of result: ActionResult) throws(StoreError) -> [Digest]? {
        var digests = result.blobs
        for output in result.outputs.values {
            guard case .directory(let tree, _) = output else { continue }
            guard let inner = try blobs(ofTree: tree) else { return nil }
            digests += inner
        }
        return digests
    }

    /// The same where a tree that cannot be read is needed itself: what was in it nobody knows.
    mutating func needs(of result: ActionResult) throws(StoreError) -> [Digest] {
        try blobs(of: result) ?? result.blobs
    }

    /// What tells how a result came to be: its action's messages, as far as the store has them. Without these it is as
    /// good as with them.
    mutating func messages(of action: SHA256Value) throws(StoreError) -> [Digest] {
        guard let digest = try store.digest(of: action), let bytes = try store.blob(digest),
            let references = try? Action.references(in: bytes)
        else { return [] }
        let own = [digest, references.command] + (references.listing.map { [$0] } ?? [])
        return own + (try folders(below: references.inputRoot))
    }

    /// Nil when the tree is gone or cannot be read.
    mutating func blobs(ofTree digest: Digest) throws(StoreError) -> [Digest]? {
        if let known = trees[digest.hash] { return known }
        let blobs = try store.blob(digest).flatMap { try? Directory(treeMessage: $0) }.map(Self.blobs(of:))
        trees[digest.hash] = .some(blobs)
        return blobs
    }

    /// The digests of a loaded folder's files and of every folder in it, its own included.
    static func blobs(of tree: Directory) -> [Digest] {
        // The empty folder is nobody's blob, see `Directory.read`.
        tree.allDirectories.map(\.digest).filter { $0.size > 0 } + tree.files
    }

    private mutating func folders(below root: Digest) throws(StoreError) -> [Digest] {
        var found: [Digest] = []
        var wanted = [root]
        var seen: Set<SHA256Value> = []
        while let digest = wanted.popLast() {
            guard seen.insert(digest.hash).inserted else { continue }
            found.append(digest)
            wanted += try folders(in: digest)
        }
        return found
    }

    private mutating func folders(in digest: Digest) throws(StoreError) -> [Digest] {
        if let known = folders[digest.hash] { return known }
        let inner = try store.blob(digest).flatMap { try? Directory(encoded: $0) }?.unloadedFolders ?? []
        folders[digest.hash] = inner
        return inner
    }
}
