/// The digest of a blob: the SHA-256 of its bytes and its size.
///
/// It has the fields of Remote Execution API v2's `Digest` (`hash`, `size_bytes`). This type only holds a digest; the
/// module `Actions` computes digests.
public struct Digest: Hashable, Sendable, Comparable {
    /// The 32 bytes of the SHA-256.
    public let hash: SHA256Value
    /// The blob's size in bytes.
    public let size: Int

    /// The largest size accepted in a digest from outside, in bytes: a pebibyte. No real blob is that large, and adding
    /// a few sizes up to this limit cannot overflow. `total` adds many sizes, so it checks for overflow.
    public static let largest = 1 << 50

    public init(hash: SHA256Value, size: Int) {
        self.hash = hash
        self.size = size
    }

    public static func < (left: Digest, right: Digest) -> Bool {
        left.hash == right.hash ? left.size < right.size : left.hash < right.hash
    }
}

extension Sequence<Digest> {
    /// The sum of the blobs' sizes, or `Int.max` if the sum overflows.
    public var total: Int {
        reduce(0) { sum, digest in
            let (next, isOver) = sum.addingReportingOverflow(digest.size)
            return isOver ? .max : next
        }
    }
}

extension Digest: TextCodable {
    /// `HEX/SIZE`, the format in which Bazel and BuildBuddy print digests.
    public var description: String { "\(hash.hex)/\(size)" }

    /// Reads `HEX/SIZE`; nil for any other text, and for a size above `largest`.
    public init?(_ text: String) {
        // Reads bytes: reading characters takes ten times as long.
        guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")),
            let hash = SHA256Value(hex: String(text[..<slash])),
            let size = Int(text[text.utf8.index(after: slash)...]), (0...Self.largest).contains(size)
        else { return nil }
        self.init(hash: hash, size: size)
    }
}

extension Digest {
    /// Reads the fields of the Remote Execution API's `Digest`; nil when the hash is not 64 lower-case hex digits in
    /// ASCII, or when the size is negative or above `largest`.
    public init?(hexDigits: UnsafeRawBufferPointer, size: Int64) {
        guard !hexDigits.contains(where: { (0x41...0x5A).contains($0) }), (0...Int64(Self.largest)).contains(size),
            let hash = SHA256Value(hexDigits: hexDigits)
        else { return nil }
        self.init(hash: hash, size: Int(size))
    }
}
