public import Basics

/// A folder's contents as values: the Remote Execution API's `Directory`, a node of a Merkle tree.
///
/// It knows its own digest, so composing an input root of known folders hashes only what is new. Folders that nobody
/// needs to look into stay unloaded: only their digest is held.
public struct Directory: Hashable, Sendable {
    /// The entries in the order of their names' UTF-8 bytes.
    public let entries: [Entry]
    /// The digest of the encoded `Directory` message.
    public let digest: Digest

    public struct Entry: Hashable, Sendable {
        /// One path component.
        public let name: String
        public let node: Node

        public init(name: String, node: Node) {
            self.name = name
            self.node = node
        }
    }

    /// Sorts and hashes. Where a name comes twice the last one wins.
    public init(_ nodes: [String: Node] = [:]) {
        entries = nodes.map { Entry(name: $0.key, node: $0.value) }.sorted {
            $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
        }
        digest = Digest(of: Directory.encode(entries))
    }

    public static func == (left: Directory, right: Directory) -> Bool { left.digest == right.digest }

    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// What stands under a name in a directory.
public enum Node: Hashable, Sendable {
    case file(Digest, isExecutable: Bool)
    /// A link with its target as written; it may dangle.
    case symlink(target: String)
    case directory(Directory)
    /// A directory of which only the digest of its `Directory` message is known.
    case unloaded(Digest)
}
