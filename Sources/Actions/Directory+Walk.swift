import Basics

extension Directory {
    /// Calls `body` for every node below, folders before what is in them, in the order of the names' bytes.
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
            switch node {
            case .directory: break
            case .file, .symlink, .unloaded: try body(path, node)
            }
        }
    }

    private func walk<Failure: Error>(
        below parent: RelativePath?, _ body: (RelativePath, Node) throws(Failure) -> Void
    ) throws(Failure) {
        for entry in entries {
            // Every name was checked when the folder was made.
            guard let name = RelativePath(entry.name) else { continue }
            let path = parent?.appending(name) ?? name
            try body(path, entry.node)
            if case .directory(let folder) = entry.node { try folder.walk(below: path, body) }
        }
    }

    /// This folder and every loaded one below it, equal ones once, each after all the folders that hold it.
    public var allDirectories: [Directory] {
        var seen: Set<Digest> = []
        var children: [Directory] = []
        collect(into: &children, seen: &seen)
        return children.reversed()
    }

    /// Appends what is below, then the folder itself: the reverse of this order has every parent before its children.
    private func collect(into found: inout [Directory], seen: inout Set<Digest>) {
        guard seen.insert(digest).inserted else { return }
        for entry in entries.reversed() {
            if case .directory(let folder) = entry.node { folder.collect(into: &found, seen: &seen) }
        }
        found.append(self)
    }
}
