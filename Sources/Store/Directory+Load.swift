import Actions
public import Basics

// The representation of folders in a store. A folder is stored in two forms: as a `Tree` message, which is one blob to
// fetch, and as a `Directory` message for the folder and for each folder in it. The `Directory` messages are needed
// because an input root or a parent folder contains only the digest of such a message. All these messages are small
// compared with the files.

extension Directory {
    /// Returns the folder whose `Directory` message has the digest, completely loaded.
    ///
    /// Throws `missing` when a folder's message is not in the store, and `malformed` when a message is not canonical or
    /// the tree exceeds the bounds.
    public static func load(root: Digest, from store: any BlobStore) async throws(StoreError) -> Directory {
        try await read(root, from: store).loaded(from: store)
    }

    /// Returns the folder whose `Tree` message has the digest. This reads one blob; `load(root:)` reads one for each
    /// folder.
    public static func load(tree: Digest, from store: any BlobStore) async throws(StoreError) -> Directory {
        guard let bytes = try await store.blob(tree) else { throw .missing(tree) }
        return try decoded(tree, Directory(treeMessage: bytes))
    }

    /// Returns this folder with every folder below it loaded. With `keepingUnknown`, lost folders stay unloaded.
    public func loaded(
        from store: any BlobStore, keepingUnknown: Bool = false
    ) async throws(StoreError) -> Directory {
        var found: [Digest: Directory] = [:]
        var wanted = allDirectories.flatMap(\.unloadedFolders)
        while let digest = wanted.popLast() {
            guard found[digest] == nil else { continue }
            guard found.count < Directory.maximumNodes else { throw .malformed(self.digest, .tooLarge) }
            do throws(StoreError) {
                let folder = try await Directory.read(digest, from: store)
                found[digest] = folder
                wanted += folder.unloadedFolders
            } catch {
                guard keepingUnknown, case .missing = error else { throw error }
            }
        }
        return try decoded(digest, loaded(with: found, keepingUnknown: keepingUnknown))
    }

    /// Returns one folder, with unloaded subfolders.
    public static func read(_ digest: Digest, from store: any BlobStore) async throws(StoreError) -> Directory {
        // The empty folder is the empty blob, which need not be stored.
        if digest == Directory().digest { return Directory() }
        guard let bytes = try await store.blob(digest) else { throw .missing(digest) }
        let folder = try decoded(digest, Directory(encoded: bytes))
        guard folder.digest == digest else {
            throw .malformed(digest, .wrongDigest(expected: digest, found: folder.digest))
        }
        return folder
    }
}

extension BlobStore {
    /// Stores the messages of a loaded folder, whose files must be stored before: a `Tree`, and a `Directory` for the
    /// folder and each folder below. Throws `malformed` when a folder below is not loaded.
    @discardableResult
    public func put(_ directory: Directory) async throws(StoreError) -> (tree: Digest, root: Digest) {
        let tree = try decoded(directory.digest, directory.treeMessage())
        // Each message is put even if it seems to be present: this replaces a damaged message.
        for folder in directory.allDirectories { try await put(folder.encoded) }
        return (try await put(tree), directory.digest)
    }

    /// Stores the folders of a node, whose files must be stored before, and returns the node as an output of an action.
    public func putOutput(_ node: Node) async throws(StoreError) -> ActionResult.Output {
        let folder: Directory
        switch node {
        case .file(let digest, let isExecutable): return .file(digest, isExecutable: isExecutable)
        case .symlink(let target): return .symlink(target: target)
        case .directory(let directory): folder = directory
        case .unloaded(let digest): folder = try await Directory.read(digest, from: self)
        }
        let (tree, root) = try await put(folder.loaded(from: self))
        return .directory(tree: tree, root: root)
    }

    /// Stores the `Directory` messages of a folder and of the loaded folders below it.
    public func putFolders(of directory: Directory) async throws(StoreError) {
        let folders = Dictionary(directory.allDirectories.map { ($0.digest, $0) }) { first, _ in first }
        for digest in try await missing(Array(folders.keys)) {
            if let folder = folders[digest] { try await put(folder.encoded) }
        }
    }
}

extension Directory {
    /// The digests of all files in this folder and the loaded folders below it, without duplicates.
    public var files: [Digest] {
        var seen: Set<Digest> = []
        return allDirectories.flatMap(\.entries).compactMap { entry in
            if case .file(let digest, _) = entry.node, seen.insert(digest).inserted { digest } else { nil }
        }
    }
}
