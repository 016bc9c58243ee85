import Actions
import Basics

/// The contents of the file `.NAME-VERSION.tree` beside a package's folder.
///
/// A line `xbuild 3 KIND DIGEST` with the folder's digest, then the folder as a `Tree` message of the Remote Execution
/// API. So the digest of every file is known even when the store no longer has the tree. While the folder is replaced,
/// the line is `xbuild 3 KIND DIGEST SIZE OLD`: the message of the new folder has SIZE bytes, and the message of the old
/// folder, with the digest OLD, follows. A record of version 2 has no kind, one of version 1 only a digest.
struct DistRecord {
    /// The command that delivers a folder.
    enum Kind: String {
        /// `xbuild recipe`: the files of a library.
        case library
        /// `xbuild package`: packages.
        case packages
    }

    /// Nil in a record of version 2.
    var kind: Kind?
    /// The delivered folder. While it is replaced: the new and the old one.
    var folders: [Directory]

    /// Returns nil for a record of version 1, for a record that another version of xbuild wrote, and for a damaged one.
    init?(_ bytes: [UInt8]) {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let rest = Array(bytes.dropFirst(line.count + 1))
        let words = String(decoding: line, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
        switch (words.first, words.dropFirst().first, words.count) {
        case ("xbuild", "2", 3):
            self.init(nil, [(words[2], rest)])
        case ("xbuild", "3", 4):
            guard let kind = Kind(rawValue: String(words[2])) else { return nil }
            self.init(kind, [(words[3], rest)])
        case ("xbuild", "3", 6):
            guard let kind = Kind(rawValue: String(words[2])), let size = Int(words[4]), rest.indices.contains(size)
            else { return nil }
            self.init(kind, [(words[3], Array(rest[..<size])), (words[5], Array(rest[size...]))])
        default: return nil
        }
    }

    private init?(_ kind: Kind?, _ trees: [(digest: Substring, message: [UInt8])]) {
        self.kind = kind
        folders = trees.compactMap { tree in
            (try? Directory(treeMessage: tree.message)).flatMap { "\($0.digest)" == tree.digest ? $0 : nil }
        }
        guard folders.count == trees.count else { return nil }
    }

    /// Returns the record of a delivered folder.
    static func bytes(_ kind: Kind, for folder: Directory) throws -> [UInt8] {
        line(kind, folder) + (try folder.treeMessage())
    }

    /// Returns the record for the time in which a folder is replaced.
    static func bytes(_ kind: Kind, for folder: Directory, replacing old: Directory) throws -> [UInt8] {
        let tree = try folder.treeMessage()
        return line(kind, folder, " \(tree.count) \(old.digest)") + tree + (try old.treeMessage())
    }

    /// Returns whether a record is about a complete delivery of this folder. The tree is not decoded: most runs need
    /// only this answer.
    static func names(_ folder: Directory, _ kind: Kind, in bytes: [UInt8]) -> Bool {
        bytes.starts(with: line(kind, folder)) || bytes.starts(with: Array("xbuild 2 \(folder.digest)\n".utf8))
            || bytes == Array("\(folder.digest)\n".utf8)
    }

    /// Returns whether a record has this version's form.
    static func isCurrent(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "xbuild 3 ".utf8) }

    private static func line(_ kind: Kind, _ folder: Directory, _ rest: String = "") -> [UInt8] {
        Array("xbuild 3 \(kind.rawValue) \(folder.digest)\(rest)\n".utf8)
    }
}
