public import Basics

/// Why bytes are not a valid message of the Remote Execution API.
public enum ProtocolError: Error, Hashable, Sendable {
    /// The bytes do not decode.
    case undecodable(message: String)
    /// A digest whose hash is not 64 lower-case hex digits, or whose size is negative.
    case badDigest(hash: String, size: Int)
    /// A name that is not one path component.
    case badName(String)
    /// A path that is empty, absolute or leaves its root.
    case badPath(String)
    /// A link whose target is empty or holds a NUL.
    case badLinkTarget(name: String)
    /// A number out of its range.
    case badNumber(field: String)
    /// Names that are not sorted, or not unique.
    case unsorted(name: String)
    /// A tree refers to a folder that it does not contain.
    case missingChild(Digest)
    /// Folders are nested deeper than `Directory.maximumDepth`.
    case tooDeep
    /// More than `Directory.maximumNodes` entries, counting a shared folder once per occurrence.
    case tooLarge
    /// The message has unknown fields or unsorted lists, so xbuild's encoding of it has another digest.
    case notCanonical
    /// The bytes have another digest than the requested blob.
    case wrongDigest(expected: Digest, found: Digest)
}

extension ProtocolError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .undecodable(let message): "not the encoding of `\(message)`"
        case .badDigest(let hash, let size): "`\(hash)/\(size)` is not a digest"
        case .badName(let name): "`\(name)` is not a file name"
        case .badPath(let path): "`\(path)` is not a path below the root"
        case .badLinkTarget(let name): "the link `\(name)` has an impossible target"
        case .badNumber(let field): "`\(field)` is out of range"
        case .unsorted(let name): "`\(name)` is out of order or not unique"
        case .missingChild(let digest): "it refers to the folder `\(digest)`, which it does not contain"
        case .tooDeep: "its folders are nested deeper than \(Directory.maximumDepth)"
        case .tooLarge: "it has more than \(Directory.maximumNodes) entries"
        case .notCanonical: "it has unknown fields"
        case .wrongDigest(let expected, let found): "it has digest `\(found)`, not `\(expected)`"
        }
    }
}
