// The tree of an archive's entries, and its rules: paths are unique and differ by more than case, and links do not lead
// out of the tree. Links are checked after all entries are known, because one link may lead through another.

import Actions
import Basics

/// The entries of an archive by their checked paths.
struct ArchiveTree {
    private let maximumPathBytes: Int
    /// The size of the keys of `spellings` and of the links' targets.
    private var pathBytes = 0
    private var nodes: [RelativePath: Node] = [:]
    /// Every path and every parent folder, by the path in lower case. Swift compares strings by canonical equivalence,
    /// so two compositions of an accented letter are the same key, as they are the same file on macOS.
    private var spellings: [String: Spelling] = [:]

    private struct Spelling {
        var path: String
        var isFolder: Bool
    }

    init(maximumPathBytes: Int) { self.maximumPathBytes = maximumPathBytes }

    /// Inserts a node at a path.
    mutating func insert(_ node: Node, at path: RelativePath) throws(ArchiveError.Reason) {
        let components = path.components
        for count in 1..<components.count {
            try note(components[..<count].joined(separator: "/"), isFolder: true)
        }
        if case .symlink(let target) = node { try addPathBytes(target.utf8.count) }
        let isFolder = if case .directory = node { true } else { false }
        try note(path.string, isFolder: isFolder)
        nodes[path] = node
    }

    private mutating func addPathBytes(_ count: Int) throws(ArchiveError.Reason) {
        pathBytes += count
        guard pathBytes <= maximumPathBytes else { throw .bound(.paths, limit: maximumPathBytes) }
    }

    private mutating func note(_ path: String, isFolder: Bool) throws(ArchiveError.Reason) {
        let key = path.lowercased()
        guard let known = spellings[key] else {
            try addPathBytes(key.utf8.count)
            spellings[key] = Spelling(path: path, isFolder: isFolder)
            return
        }
        guard known.path.utf8.elementsEqual(path.utf8) else { throw .path(.caseClash(other: known.path)) }
        guard known.isFolder && isFolder else { throw .path(.duplicate) }
    }

    /// Returns the file at a path, for a hard link to it; nil if there is no file.
    func file(at path: RelativePath) -> Node? {
        guard let node = nodes[path], case .file = node else { return nil }
        return node
    }

    /// The links and their targets, in the order of their paths.
    var links: [(path: RelativePath, target: String)] {
        nodes.compactMap { path, node in if case .symlink(let target) = node { (path, target) } else { nil } }
            .sorted { $0.0 < $1.0 }
    }

    /// Returns the fault of a link; nil for a valid link. Follows the link component by component as a kernel does;
    /// missing paths count as folders.
    func fault(ofLink path: RelativePath, target: String) -> ArchiveError.LinkFault? {
        guard !target.hasPrefix("/") else { return .absolute }
        guard !target.isEmpty else { return .noFile }
        var place = Array(path.components.dropLast())
        var rest = Array(target.split(separator: "/").map(String.init).reversed())
        var followed = 0
        while let component = rest.popLast() {
            if component == "." { continue }
            if component == ".." {
                guard place.popLast() != nil else { return .leavesRoot }
                continue
            }
            let next = (place + [component]).joined(separator: "/")
            guard let next = RelativePath(next), case .symlink(let inner)? = nodes[next] else {
                place.append(component)
                continue
            }
            // Linux also follows at most 40 links.
            followed += 1
            guard followed <= 40 else { return .loop }
            // The check of the absolute link itself rejects it.
            guard !inner.hasPrefix("/") else { return nil }
            rest += inner.split(separator: "/").map(String.init).reversed()
        }
        return nil
    }

    /// The finished tree.
    var directory: Directory { Directory(files: nodes) }
}
