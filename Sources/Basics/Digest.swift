/// The name of a blob: SHA-256 of its bytes and their number.
///
/// It is Remote Execution API v2's `Digest` (`hash`, `size_bytes`). This type only holds one; `Actions` computes them.
public struct Digest: Hashable, Sendable, Comparable {
    /// The 32 bytes of the SHA-256.
    public let hash: SHA256Value
    /// The blob's size in bytes.
    public let size: Int

    /// The largest size that is believed of a blob which somebody else names, in bytes: a pebibyte. Nobody has such a
    /// blob, and sizes below it can be added to without a thought of overflow; sums of many are for `total`.
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
    /// How many bytes the blobs are together; the most that there can be where they claim to be more.
    public var total: Int {
        reduce(0) { sum, digest in
            let (next, isOver) = sum.addingReportingOverflow(digest.size)
            return isOver ? .max : next
        }
    }
}

extension Digest: CustomStringConvertible, Codable {
    /// `HEX/SIZE`, as Bazel and BuildBuddy print digests.
    public var description: String { "\(hash.hex)/\(size)" }

    /// Reads `HEX/SIZE`; nil for anything else, and for a size above `largest`.
    public init?(_ text: String) {
        // By bytes: by characters it would take ten times as long.
        guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")),
            let hash = SHA256Value(hex: String(text[..<slash])),
            let size = Int(text[text.utf8.index(after: slash)...]), (0...Self.largest).contains(size)
        else { return nil }
        self.init(hash: hash, size: size)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let digest = Digest(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a digest: \(text)")
        }
        self = digest
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
