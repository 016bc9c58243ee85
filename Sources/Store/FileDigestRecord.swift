import Actions
import Basics

// The file `file-digests`: a line of text that names the format, the SHA-256 of the rest, then a record for each file.
// A record is the path's length in bytes (4 bytes) and the path, then device, inode, size, time of modification, time of
// change (8 bytes each) and the digest's 32 bytes. Numbers are little-endian. Records are sorted by path.

/// What is remembered of a file.
struct FileDigestRecord: Hashable, Sendable {
    /// What must still be so for the digest to hold.
    struct Status: Hashable, Sendable {
        let device: Int64
        let inode: Int64
        let size: Int64
        let modified: Int64
        let changed: Int64
    }

    let status: Status
    let digest: Digest

    /// More than a machine has tools and results in use; beyond it, what this run did not see goes.
    static let limit = 20_000

    static func merging(
        _ fresh: [String: FileDigestRecord], over stored: [String: FileDigestRecord]
    ) -> [String: FileDigestRecord] {
        stored.count + fresh.count > limit ? fresh : stored.merging(fresh) { $1 }
    }
}

extension FileDigestRecord.Status {
    init(_ status: FileStatus) {
        self.init(
            device: status.identity.device, inode: status.identity.inode, size: Int64(status.size),
            modified: status.modified, changed: status.changed)
    }
}

extension FileDigestRecord {
    private static let head = Array("xbuild file digests 1\n".utf8)

    static func encode(_ records: [String: FileDigestRecord]) -> [UInt8] {
        var body: [UInt8] = []
        for (path, record) in records.sorted(by: { $0.key < $1.key }) {
            body.append(littleEndian: UInt32(path.utf8.count))
            body += path.utf8
            let status = record.status
            for number in [status.device, status.inode, status.size, status.modified, status.changed] {
                body.append(littleEndian: number)
            }
            body += record.digest.hash.bytes
        }
        return head + Digest(of: body).hash.bytes + body
    }

    /// Nil for anything that `encode` did not write.
    static func decode(_ bytes: [UInt8]) -> [String: FileDigestRecord]? {
        guard bytes.starts(with: head), bytes.count >= head.count + 32 else { return nil }
        let body = bytes[(head.count + 32)...]
        guard bytes[head.count..<head.count + 32].elementsEqual(Digest(of: body).hash.bytes) else { return nil }
        var cursor = Cursor(rest: body)
        var records: [String: FileDigestRecord] = [:]
        while !cursor.rest.isEmpty {
            guard let (path, record) = cursor.record() else { return nil }
            records[path] = record
        }
        return records
    }
}

/// Takes things off the front; nil when there is not enough left.
private struct Cursor {
    var rest: ArraySlice<UInt8>

    mutating func record() -> (String, FileDigestRecord)? {
        guard let length = number(UInt32.self), let path = bytes(Int(length)), let device = number(Int64.self),
            let inode = number(Int64.self), let size = number(Int64.self), let modified = number(Int64.self),
            let changed = number(Int64.self), let hash = bytes(32), let hash = SHA256Value(bytes: hash), size >= 0
        else { return nil }
        let status = FileDigestRecord.Status(
            device: device, inode: inode, size: size, modified: modified, changed: changed)
        let digest = Digest(hash: hash, size: Int(size))
        return (String(decoding: path, as: UTF8.self), FileDigestRecord(status: status, digest: digest))
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
        bytes(Number.bitWidth / 8)?.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }
}

extension [UInt8] {
    fileprivate mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
