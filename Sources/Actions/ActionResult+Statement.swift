// The bytes of a result that are signed. They are not those of the message: servers may decode a message and encode it
// again, in another order and without the fields that they do not know. So the statement is made of the values that
// xbuild uses, and each user of these values can make the same bytes:
//
//     statement   "xbuild result v1", NUL, digest of the action, text worker, int32 exit code, log, u32 number of
//                 outputs, the outputs in the order of their paths' bytes
//     log         0x00, or 0x01 and the digest of the log; an empty log is no log
//     output      text path, and one of
//                   0x01  digest of the file, 0x01 if it is executable, else 0x00
//                   0x02  text target of the link
//                   0x03  digest of the folder's Tree message, digest of its root's Directory message
//     digest      the 32 bytes of the SHA-256, u64 size
//     text        u32 number of bytes, the bytes in UTF-8
//
// Numbers are big-endian. No two statements have the same bytes: each part has a fixed length or begins with its length.
// The times of the execution are not part of it: they have no effect on a user of the result. The worker is part of it,
// because `--sandbox require` believes it.

public import Basics

extension ActionResult {
    /// Returns the bytes that a signature of this result covers.
    public func statement(for action: Digest) -> [UInt8] {
        var bytes = Array("xbuild result v1".utf8) + [0]
        bytes.append(action)
        bytes.append(text: metadata.worker)
        bytes.append(number: UInt32(bitPattern: Int32(clamping: exitCode)))
        if let log, log.size > 0 {
            bytes.append(1)
            bytes.append(log)
        } else {
            bytes.append(0)
        }
        bytes.append(number: UInt32(outputs.count))
        for (path, output) in sortedOutputs {
            bytes.append(text: path.string)
            bytes.append(output)
        }
        return bytes
    }

    /// The outputs in the order of the bytes of their paths.
    var sortedOutputs: [(key: RelativePath, value: Output)] {
        outputs.sorted { $0.key.string.utf8.lexicographicallyPrecedes($1.key.string.utf8) }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ output: ActionResult.Output) {
        switch output {
        case .file(let digest, let isExecutable):
            append(1)
            append(digest)
            append(isExecutable ? 1 : 0)
        case .symlink(let target):
            append(2)
            append(text: target)
        case .directory(let tree, let root):
            append(3)
            append(tree)
            append(root)
        }
    }

    fileprivate mutating func append(_ digest: Digest) {
        append(contentsOf: digest.hash.bytes)
        append(number: UInt64(digest.size))
    }

    fileprivate mutating func append(text: String) {
        append(number: UInt32(text.utf8.count))
        append(contentsOf: text.utf8)
    }

    fileprivate mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
