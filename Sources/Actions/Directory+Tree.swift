import Basics
import SwiftProtobuf

// The `Tree` message: a folder with all folders below it in one blob. It is a sequence of fields: the root first, each
// parent before its children, without duplicates, as `OutputDirectory.is_topologically_sorted` requires.

extension Directory {
    /// Returns the bytes of the `Tree` message. Throws `missingChild` when a folder below is not loaded.
    public func treeMessage() throws(ProtocolError) -> [UInt8] {
        var tree = MessageWriter()
        for (index, folder) in allDirectories.enumerated() {
            for case .unloaded(let digest) in folder.entries.lazy.map(\.node) { throw .missingChild(digest) }
            // Field 1 is the root, field 2 a child.
            tree.writeMessage(folder.encoded, field: index == 0 ? 1 : 2)
        }
        return tree.bytes
    }

    /// Reads a `Tree` message and loads the folder completely. Children may be in any order.
    public init(treeMessage bytes: [UInt8]) throws(ProtocolError) {
        let tree: WireTree = try .decoded(from: bytes, as: "Tree")
        guard tree.hasRoot else { throw .undecodable(message: "Tree") }
        var children: [Digest: Directory] = [:]
        for child in tree.children {
            let digest = Digest(of: child.bytes)
            children[digest] = try Directory(child, digest: digest)
        }
        self = try Directory(tree.root, digest: Digest(of: tree.root.bytes)).loaded(with: children)
    }
}
