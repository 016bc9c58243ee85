public import Basics

/// Something wrong in a store.
public enum StoreFault: Hashable, Sendable {
    /// A blob whose bytes are not those that its name says.
    case wrongBytes(SHA256Value, found: Digest)
    /// A file that is no `ActionResult`.
    case unreadableResult(action: SHA256Value)
    /// A result that names a blob which the store does not hold, or not at that size.
    case incompleteResult(action: SHA256Value, missing: Digest)
    /// A file that has no business where it stands.
    case strangeFile(path: String)
    /// A file that the system does not let one read.
    case unreadable(path: String, reason: String)
}

extension StoreFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .wrongBytes(let hash, let found): "blob `\(hash)` has the bytes of `\(found)`"
        case .unreadableResult(let action): "the result of action `\(action)` cannot be read"
        case .incompleteResult(let action, let missing): "the result of action `\(action)` lacks blob `\(missing)`"
        case .strangeFile(let path): "`\(path)` is neither a blob nor a result"
        case .unreadable(let path, let reason): "`\(path)` cannot be read: \(reason)"
        }
    }
}
