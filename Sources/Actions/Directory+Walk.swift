import Basics

extension Directory {
    /// Calls `body` for every node below, folders before their contents, in the order of the names' bytes.
    public func forEachNode<Failure: Error>(
        _ body: (RelativePath, Node) throws(Failure) -> Void
    ) throws(Failure) {
        try walk(below: nil, body)
    }

    /// Calls `body` for every file and link, and for every folder that is not loaded.
    public func forEachFile<Failure: Error>(
        _ body: (RelativePath, Node) throws(Failure) -> Void
    ) throws(Failure) {
        try forEachNode { (path, node) throws(Failure) in
            if case .directory = node { return }
            try body(path, node)
        }
    }

    private func walk<Failure: Error>(
        below parent: RelativePath?, _ body: (RelativePath, Node) throws(Failure) -> Void
    ) throws(Failure) {
        for entry in entries {
            // The folder's initializer checked every name.
            guard let name = RelativePath(entry.name) else { continue }
            let path = parent?.appending(name) ?? name
            try body(path, entry.node)
            if case .directory(let folder) = entry.node { try folder.walk(below: path, body) }
        }
    }

    /// This folder and every loaded folder below it, without duplicates, each after all folders that contain it.
    public var allDirectories: [Directory] {
        var seen: Set<Digest> = []
        var children: [Directory] = []
        collect(into: &children, seen: &seen)
        return children.reversed()
    }

    /// Appends the subfolders, then the folder itself. In the reverse of this order, parents precede their children.
    private func collect(into found: inout [Directory], seen: inout Set<Digest>) {
        guard seen.insert(digest).inserted else { return }
        for entry in entries.reversed() {
            if case .directory(let folder) = entry.node { folder.collect(into: &found, seen: &seen) }
        }
        found.append(self)
    }
}
