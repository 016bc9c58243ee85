import Actions
import Basics
import Store

/// Lays nodes into one folder by their paths. Folders that nothing is laid into stay unloaded.
struct TreeBuilder {
    let load: @Sendable (Digest) async throws(StoreError) -> Directory
    private var root: [String: Slot] = [:]

    private indirect enum Slot {
        case leaf(Node)
        case folder([String: Slot])
    }

    init(load: @escaping @Sendable (Digest) async throws(StoreError) -> Directory) { self.load = load }

    /// Lays a node at a path, over what a folder laid before may hold there. False when a file or link is in the way.
    mutating func insert(_ node: Node, at path: RelativePath) async throws(EngineError) -> Bool {
        guard let laid = try await laying(node, at: path.components[...], into: root) else { return false }
        root = laid
        return true
    }

    /// The folder as it stands.
    var directory: Directory { Self.directory(of: root) }

    private func laying(_ node: Node, at components: ArraySlice<String>, into folder: [String: Slot])
        async throws(EngineError) -> [String: Slot]?
    {
        guard let name = components.first else { return folder }
        var folder = folder
        guard components.count > 1 else {
            folder[name] = .leaf(node)
            return folder
        }
        guard let below = try await contents(of: folder[name]),
            let laid = try await laying(node, at: components.dropFirst(), into: below)
        else { return nil }
        folder[name] = .folder(laid)
        return folder
    }

    private func contents(of slot: Slot?) async throws(EngineError) -> [String: Slot]? {
        switch slot {
        case nil: return [:]
        case .folder(let entries)?: return entries
        case .leaf(let node)?:
            guard let folder = try await node.folder(load) else { return nil }
            return Dictionary(uniqueKeysWithValues: folder.entries.map { ($0.name, .leaf($0.node)) })
        }
    }

    private static func directory(of folder: [String: Slot]) -> Directory {
        Directory(
            folder.mapValues { slot in
                switch slot {
                case .leaf(let node): node
                case .folder(let entries): .directory(directory(of: entries))
                }
            })
    }
}
