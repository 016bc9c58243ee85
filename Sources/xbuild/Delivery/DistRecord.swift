import Actions
import Basics

/// The contents of the file `.NAME-VERSION.tree` beside a package's folder.
///
/// A line `xbuild 2 DIGEST` with the folder's digest, then the folder as a `Tree` message of the Remote Execution API.
/// So the digest of every file is known even when the store no longer has the tree.
enum DistRecord {
    /// The folder is being replaced; all files in it come from xbuild.
    case unfinished
    case delivered(Directory)
    /// Written by another version of xbuild, or damaged.
    case unknown

    init(_ bytes: [UInt8]) {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let rest = Array(bytes.dropFirst(line.count + 1))
        if bytes == Self.unfinishedBytes {
            self = .unfinished
        } else if let folder = try? Directory(treeMessage: rest), Self.names(folder, in: bytes) {
            self = .delivered(folder)
        } else {
            self = .unknown
        }
    }

    static let unfinishedBytes = Array("unfinished\n".utf8)

    static func bytes(for directory: Directory) throws -> [UInt8] {
        head(directory.digest) + (try directory.treeMessage())
    }

    /// Returns whether a record is about a delivery of this folder. The tree is not decoded: most runs need only this
    /// answer.
    static func names(_ directory: Directory, in bytes: [UInt8]) -> Bool {
        // Version 1 was the digest alone.
        bytes.starts(with: head(directory.digest)) || bytes == Array("\(directory.digest)\n".utf8)
    }

    /// Returns whether a record lists the files; records of version 1 do not.
    static func listsFiles(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "xbuild ".utf8) }

    private static func head(_ digest: Digest) -> [UInt8] { Array("xbuild 2 \(digest)\n".utf8) }
}
