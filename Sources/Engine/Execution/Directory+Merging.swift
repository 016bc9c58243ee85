import Actions
import Basics
import Store

/// Reads a folder from the store.
typealias FolderLoader = @Sendable (Digest) async throws(StoreError) -> Directory

extension Directory {
    /// Returns a folder with each node at its path. A node below another node's path is merged into that node's folder.
    ///
    /// Folders stay unloaded except for those into which something is merged. Throws `inputsClash` for a path of which
    /// a parent is a file or link.
    static func merging(
        _ nodes: [RelativePath: Node], of step: StepIdentity, load: FolderLoader
    ) async throws(EngineError) -> Directory {
        let isAbove: (RelativePath) -> Bool = { path in path.ancestors.contains { nodes[$0] != nil } }
        let merged = nodes.filter { isAbove($0.key) }
        var folder = Directory(files: merged.isEmpty ? nodes : nodes.filter { merged[$0.key] == nil })
        for (path, node) in merged.sorted(by: { $0.key < $1.key }) {
            for ancestor in path.ancestors {
                switch folder[ancestor] {
                case nil, .directory?: break
                case .file?, .symlink?: throw .inputsClash(step: step, path: path)
                case .unloaded(let digest)?:
                    folder = folder.inserting(.directory(try await inStore(await load(digest))), at: ancestor)
                }
            }
            folder = folder.inserting(node, at: path)
        }
        return folder
    }
}
