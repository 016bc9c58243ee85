public import Basics

/// A fault of a store.
public enum StoreFault: Hashable, Sendable {
    /// A blob whose bytes do not have the SHA-256 in its name.
    case wrongBytes(SHA256Value, found: Digest)
    /// A file that is not an `ActionResult`.
    case unreadableResult(action: SHA256Value)
    /// A result that refers to a blob which the store does not have, or has with another size.
    case incompleteResult(action: SHA256Value, missing: Digest)
    /// A file that is not part of a store.
    case foreignFile(path: String)
    /// A file that cannot be read.
    case unreadable(path: String, reason: String)
}

extension StoreFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .wrongBytes(let hash, let found): "blob `\(hash)` has the bytes of `\(found)`"
        case .unreadableResult(let action): "the result of action `\(action)` cannot be read"
        case .incompleteResult(let action, let missing): "the result of action `\(action)` lacks blob `\(missing)`"
        case .foreignFile(let path): "`\(path)` is neither a blob nor a result"
        case .unreadable(let path, let reason): "`\(path)` cannot be read: \(reason)"
        }
    }
}
