import Basics

// The canonical encoding of a folder: three lists, each sorted by name. Equal folders have equal bytes.

extension Directory {
    /// Returns the bytes of the `Directory` message for entries that are already sorted.
    static func encode(_ entries: [Entry]) -> [UInt8] {
        // The lists of files, folders and links are the fields 1, 2 and 3, in this order.
        var (files, folders, links) = (MessageWriter(), MessageWriter(), MessageWriter())
        for entry in entries {
            var node = MessageWriter()
            node.write(entry.name.utf8, field: 1)
            switch entry.node {
            case .file(let digest, let isExecutable):
                node.write(digest)
                node.write(isExecutable ? 1 : 0, field: 4)
                files.writeMessage(node.bytes, field: 1)
            case .symlink(let target):
                node.write(target.utf8, field: 2)
                links.writeMessage(node.bytes, field: 3)
            case .directory(let directory):
                node.write(directory.digest)
                folders.writeMessage(node.bytes, field: 2)
            case .unloaded(let digest):
                node.write(digest)
                folders.writeMessage(node.bytes, field: 2)
            }
        }
        return files.bytes + folders.bytes + links.bytes
    }

    /// The bytes of the `Directory` message: the blob that `digest` names.
    public var encoded: [UInt8] { Directory.encode(entries) }
}

extension MessageWriter {
    /// Writes the field `digest` of a `FileNode` or `DirectoryNode`.
    fileprivate mutating func write(_ digest: Digest) {
        var message = MessageWriter()
        message.write(digest.hash.hex.utf8, field: 1)
        message.write(digest.size, field: 2)
        writeMessage(message.bytes, field: 2)
    }
}
