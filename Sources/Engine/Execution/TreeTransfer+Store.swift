import Actions
import Basics
import Store
import SystemPackage

extension TreeTransfer {
    /// Transfers between a store and the disk.
    static func of(_ store: any FileStore) -> TreeTransfer {
        TreeTransfer(
            export: { (folder, path) async throws(StoreError) in
                try await TreeExport(from: store).export(folder, to: path)
            },
            ingest: { (path) async throws(StoreError) in
                try await TreeIngest(into: store).output(at: path)
            },
            load: { (folder) async throws(StoreError) in try await folder.loaded(from: store) },
            put: { (node) async throws(StoreError) in try await output(node, store) })
    }

    private static func output(_ node: Node, _ store: any FileStore) async throws(StoreError) -> ActionResult.Output {
        switch node {
        case .file(let digest, let isExecutable): return .file(digest, isExecutable: isExecutable)
        case .symlink(let target): return .symlink(target: target)
        case .directory(let folder):
            let (tree, root) = try await store.put(try await folder.loaded(from: store))
            return .directory(tree: tree, root: root)
        case .unloaded(let digest):
            let (tree, root) = try await store.put(try await Directory.load(root: digest, from: store))
            return .directory(tree: tree, root: root)
        }
    }
}
