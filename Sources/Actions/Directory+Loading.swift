import Basics

extension Directory {
    /// Returns this folder, with every unloaded folder below it replaced by the one with the same digest in `folders`.
    ///
    /// Cycles are impossible: a folder's digest covers its bytes, which contain its children's digests. Each distinct
    /// folder is loaded once, but the bounds apply to the expanded tree, in which a shared folder occurs several times.
    /// Throws `tooDeep` or `tooLarge`, and `missingChild` for an unknown folder unless `keepingUnknown` is true.
    public func loaded(
        with folders: [Digest: Directory], keepingUnknown: Bool = false
    ) throws(ProtocolError) -> Directory {
        var loader = DirectoryLoader(folders: folders, keepsUnknown: keepingUnknown)
        return try loader.load(self, depth: 1).directory
    }

    /// The digests of the unloaded folders directly in this one.
    public var unloadedFolders: [Digest] {
        entries.compactMap { if case .unloaded(let digest) = $0.node { digest } else { nil } }
    }
}

/// Loads each distinct folder once.
private struct DirectoryLoader {
    struct Loaded {
        let directory: Directory
        /// The depth of nested folders, this one included.
        let height: Int
        /// The number of entries, those of subfolders included.
        let count: Int
    }

    let folders: [Digest: Directory]
    let keepsUnknown: Bool
    var known: [Digest: Loaded] = [:]

    /// `depth` counts the folder itself: 1 is the root.
    mutating func load(_ directory: Directory, depth: Int) throws(ProtocolError) -> Loaded {
        let loaded =
            if let known = known[directory.digest] { known } else { try loadChildren(of: directory, depth: depth) }
        guard depth + loaded.height - 1 <= Directory.maximumDepth else { throw .tooDeep }
        known[directory.digest] = loaded
        return loaded
    }

    private mutating func loadChildren(of directory: Directory, depth: Int) throws(ProtocolError) -> Loaded {
        guard depth <= Directory.maximumDepth else { throw .tooDeep }
        var entries = directory.entries
        var (height, count) = (0, entries.count)
        for (index, entry) in entries.enumerated() {
            guard let folder = try folder(entry.node) else { continue }
            let child = try load(folder, depth: depth + 1)
            entries[index] = Directory.Entry(name: entry.name, node: .directory(child.directory))
            height = max(height, child.height)
            count += child.count
            guard count <= Directory.maximumNodes else { throw .tooLarge }
        }
        let directory = Directory(entries: entries, sameDigestAs: directory.digest)
        return Loaded(directory: directory, height: height + 1, count: count)
    }

    private func folder(_ node: Node) throws(ProtocolError) -> Directory? {
        switch node {
        case .file, .symlink: return nil
        case .directory(let directory): return directory
        case .unloaded(let digest):
            guard folders[digest] != nil || keepsUnknown else { throw .missingChild(digest) }
            return folders[digest]
        }
    }
}
