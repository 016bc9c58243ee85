import Basics
import Foundation
import SwiftProtobuf

// The canonical encoding of a folder: three lists, each sorted by name. Equal folders have equal bytes.

extension Directory {
    /// Returns the bytes of the `Directory` message for entries that are already sorted.
    static func encode(_ entries: [Entry]) -> [UInt8] { WireDirectory(entries).bytes }

    /// The bytes of the `Directory` message: the blob that `digest` names.
    public var encoded: [UInt8] { Directory.encode(entries) }
}

extension WireDirectory {
    init(_ entries: [Directory.Entry]) {
        self.init()
        for entry in entries {
            switch entry.node {
            case .file(let digest, let isExecutable):
                files.append(WireFileNode(name: entry.name, digest: digest, isExecutable: isExecutable))
            case .symlink(let target):
                symlinks.append(WireSymlinkNode(name: entry.name, target: target))
            case .directory(let directory):
                directories.append(WireDirectoryNode(name: entry.name, digest: directory.digest))
            case .unloaded(let digest):
                directories.append(WireDirectoryNode(name: entry.name, digest: digest))
            }
        }
    }
}

extension WireFileNode {
    init(name: String, digest: Digest, isExecutable: Bool) {
        self.init()
        self.name = Data(name.utf8)
        self.digest = WireDigest(digest)
        self.isExecutable = isExecutable
    }
}

extension WireDirectoryNode {
    init(name: String, digest: Digest) {
        self.init()
        self.name = Data(name.utf8)
        self.digest = WireDigest(digest)
    }
}

extension WireSymlinkNode {
    init(name: String, target: String) {
        self.init()
        self.name = Data(name.utf8)
        self.target = Data(target.utf8)
    }
}
