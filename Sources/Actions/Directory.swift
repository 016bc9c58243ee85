public import Basics

/// A folder's contents as values: the Remote Execution API's `Directory`, a node of a Merkle tree.
///
/// A value stores its own digest, so composing an input root of existing folders hashes only the new folders. Folders
/// whose contents are not needed stay unloaded: only their digests are in memory.
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

    /// Sorts and hashes the entries.
    public init(_ nodes: [String: Node] = [:]) {
        self.init(entries: nodes.map { Entry(name: $0.key, node: $0.value) })
    }

    /// Sorts and hashes the entries. The last of several entries with one name wins.
    ///
    /// Names are compared byte by byte, unlike the keys of a dictionary of Swift strings: a folder may hold one name in
    /// two Unicode normal forms. A name that is not a path component is a programming error: parsers check the names
    /// that they read.
    public init(entries: [Entry]) {
        precondition(entries.allSatisfy { Directory.isName($0.name) }, "a name in a folder is one path component")
        let sorted = entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        self.entries = sorted.enumerated().compactMap { index, entry in
            let isLast = index + 1 == sorted.count || !sorted[index + 1].name.utf8.elementsEqual(entry.name.utf8)
            return isLast ? entry : nil
        }
        digest = Digest(of: Directory.encode(self.entries))
    }

    /// The same folder with subfolders loaded or unloaded: a folder's digest covers only the digests of its subfolders.
    init(entries: [Entry], sameDigestAs digest: Digest) {
        self.entries = entries
        self.digest = digest
    }

    /// Returns whether a text is a valid name in a folder: a `RelativePath` of one component. Implemented without
    /// `RelativePath` because every entry of every folder is checked.
    public static func isName(_ text: String) -> Bool {
        !text.isEmpty && text != "." && text != ".." && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0x2F }
    }

    public static func == (left: Directory, right: Directory) -> Bool { left.digest == right.digest }

    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// An entry of a directory, without its name.
public enum Node: Hashable, Sendable {
    case file(Digest, isExecutable: Bool)
    /// A link with its target as written; it may dangle.
    case symlink(target: String)
    case directory(Directory)
    /// A directory of which only the digest of the `Directory` message is known.
    case unloaded(Digest)
}
