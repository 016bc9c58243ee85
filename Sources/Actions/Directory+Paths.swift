import Basics

// Access to the nodes of a tree by their paths.

extension Directory {
    /// Makes a tree with these nodes; intermediate folders are created.
    ///
    /// If one path is a parent of another, the node at the longer path is added to the loaded folder at the shorter
    /// path; a file or link at the shorter path is replaced by a folder. A folder at the shorter path must not be
    /// `unloaded`: its entries are unknown, so none can be added.
    public init(files: [RelativePath: Node]) {
        self =
            files.sorted { $0.key.string.utf8.lexicographicallyPrecedes($1.key.string.utf8) }
            .reduce(into: TreeBuilder()) { $0.insert($1.value, at: $1.key.components[...]) }.directory
    }

    /// The node at a path; nil when there is none, or when a parent folder is not loaded.
    public subscript(path: RelativePath) -> Node? {
        var node = Node.directory(self)
        for component in path.components {
            guard case .directory(let folder) = node, let next = folder[name: component] else { return nil }
            node = next
        }
        return node
    }

    /// Returns the same tree with `node` at `path` in place of any node there. Intermediate folders are created and
    /// replace files and links. No parent folder may be `unloaded`.
    public func inserting(_ node: Node, at path: RelativePath) -> Directory {
        var builder = TreeBuilder(self)
        builder.insert(node, at: path.components[...])
        return builder.directory
    }

    /// The node with this name; nil when there is none.
    public subscript(name name: String) -> Node? {
        var range = entries.indices
        while let middle = range.middle {
            if entries[middle].name.utf8.elementsEqual(name.utf8) { return entries[middle].node }
            let isBefore = entries[middle].name.utf8.lexicographicallyPrecedes(name.utf8)
            range = isBefore ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}

extension Range<Int> {
    fileprivate var middle: Int? { isEmpty ? nil : (lowerBound + upperBound) / 2 }
}

/// A tree under construction: each folder is hashed once, when it is complete.
private struct TreeBuilder {
    private var nodes: [String: Item] = [:]

    private enum Item {
        case done(Node)
        case open(TreeBuilder)
    }

    init() {}

    init(_ directory: Directory) {
        for entry in directory.entries { nodes[entry.name] = .done(entry.node) }
    }

    mutating func insert(_ node: Node, at path: ArraySlice<String>) {
        guard let name = path.first else { return }
        let rest = path.dropFirst()
        guard !rest.isEmpty else {
            nodes[name] = .done(node)
            return
        }
        var folder = opened(nodes.removeValue(forKey: name))
        folder.insert(node, at: rest)
        nodes[name] = .open(folder)
    }

    private func opened(_ item: Item?) -> TreeBuilder {
        switch item {
        case .open(let builder): builder
        case .done(.directory(let directory)): TreeBuilder(directory)
        case .done(.unloaded(let digest)):
            preconditionFailure("the folder \(digest) is not loaded: no entry can be added")
        case .done(.file), .done(.symlink), nil: TreeBuilder()
        }
    }

    var directory: Directory {
        Directory(
            entries: nodes.map { name, item in
                switch item {
                case .done(let node): Directory.Entry(name: name, node: node)
                case .open(let builder): Directory.Entry(name: name, node: .directory(builder.directory))
                }
            })
    }
}
