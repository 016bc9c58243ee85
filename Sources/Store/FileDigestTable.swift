import Actions
import Basics

// The file `file-digests`: a line of text that names the format, the SHA-256 of the rest, then a record for each file.
// A record is the path's length in bytes (4 bytes) and the path, then device, inode, size, time of modification, time
// of change (8 bytes each) and the digest's 32 bytes. Numbers are little-endian. Records are sorted by their paths'
// bytes.

/// The records in their encoded form. A record is decoded only when it is looked up: a run with nothing to do looks up
/// a few of thousands.
struct FileDigestTable: Sendable {
    private let bytes: [UInt8]
    /// The offset of each record.
    private let starts: [Int]

    private static let head = Array("xbuild file digests 1\n".utf8)
    /// The length of a record after its path.
    private static let tail = 5 * 8 + 32

    /// An empty table.
    init() { (bytes, starts) = ([], []) }

    /// Reads the file's bytes; nil for bytes that `encode` did not write.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.head), bytes.count >= Self.head.count + 32 else { return nil }
        var next = Self.head.count + 32
        guard bytes[Self.head.count..<next].elementsEqual(Digest(of: bytes[next...]).hash.bytes) else { return nil }
        var starts: [Int] = []
        while next < bytes.count {
            guard bytes.count - next >= 4 else { return nil }
            let length = Int(bytes.number(UInt32.self, at: next))
            guard length <= bytes.count - next - 4 - Self.tail else { return nil }
            starts.append(next)
            next += 4 + length + Self.tail
        }
        (self.bytes, self.starts) = (bytes, starts)
    }

    static func encode(_ records: [String: FileDigestRecord]) -> [UInt8] {
        var body: [UInt8] = []
        for (path, record) in records.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            body.append(littleEndian: UInt32(path.utf8.count))
            body += path.utf8
            for number in record.status { body.append(littleEndian: number) }
            body += record.digest.hash.bytes
        }
        return head + Digest(of: body).hash.bytes + body
    }

    var all: [String: FileDigestRecord] {
        var records: [String: FileDigestRecord] = [:]
        for start in starts { records[String(decoding: path(at: start), as: UTF8.self)] = record(at: start) }
        return records
    }

    /// The record of a path; nil when there is none.
    subscript(path: String) -> FileDigestRecord? {
        // Finds the first record whose path is not less than this path.
        var (low, high) = (0, starts.count)
        let path = Array(path.utf8)
        while low < high {
            let middle = (low + high) / 2
            if comes(starts[middle], before: path) { low = middle + 1 } else { high = middle }
        }
        guard low < starts.count, self.path(at: starts[low]).elementsEqual(path) else { return nil }
        return record(at: starts[low])
    }

    private func comes(_ start: Int, before path: [UInt8]) -> Bool {
        let range = self.path(at: start).indices
        return bytes.withUnsafeBytes { bytes in
            path.withUnsafeBytes { path in
                UnsafeRawBufferPointer(rebasing: bytes[range]).lexicographicallyPrecedes(path)
            }
        }
    }

    private func path(at start: Int) -> ArraySlice<UInt8> {
        bytes[(start + 4)..<(start + 4 + Int(bytes.number(UInt32.self, at: start)))]
    }

    private func record(at start: Int) -> FileDigestRecord? {
        let numbers = path(at: start).endIndex
        let status = (0..<5).map { bytes.number(Int64.self, at: numbers + 8 * $0) }
        let hash = bytes[(numbers + 40)..<(numbers + 72)].withUnsafeBytes { SHA256Value(bigEndian: $0) }
        return status[2] < 0 ? nil : FileDigestRecord(status: status, digest: Digest(hash: hash, size: Int(status[2])))
    }
}

extension [UInt8] {
    /// Returns the little-endian number at an offset.
    fileprivate func number<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type, at offset: Int) -> Number {
        Number(littleEndian: withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) })
    }

    fileprivate mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
