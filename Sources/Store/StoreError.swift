public import Actions
public import Basics
public import Machine

/// Why an operation of a store, or between a store and the file system, failed.
///
/// For a missing blob, most operations return nil; an operation that cannot continue without the blob throws `missing`.
public enum StoreError: Error, Hashable, Sendable {
    /// A file operation failed.
    case file(FileError)
    /// A required blob is in no store: the action that made it must run again.
    case missing(Digest)
    /// A blob is not a valid encoded message, or not in canonical form.
    case malformed(Digest, ProtocolError)
    /// A file does not have the expected digest.
    case changed(path: String, expected: Digest, found: Digest)
    /// There is a link at the path of a folder that must be written.
    case linkInTheWay(path: String)
    /// Other users could have changed the contents of the store's folder.
    case untrusted(store: String, StoreDistrust)
    /// The store serves results, but this process cannot write to it.
    case readOnly(store: String)
}

/// Runs a file operation and throws its error as a `StoreError`.
func onDisk<Value: ~Copyable>(
    _ operation: @autoclosure () throws(FileError) -> Value
) throws(StoreError) -> Value {
    do { return try operation() } catch { throw .file(error) }
}

/// Runs a function that reads or makes the messages of a blob, and throws its error as `malformed`.
func decoded<Value>(
    _ digest: Digest, _ decode: @autoclosure () throws(ProtocolError) -> Value
) throws(StoreError) -> Value {
    do { return try decode() } catch { throw .malformed(digest, error) }
}

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .file(let error): "\(error)"
        case .missing(let digest): "blob `\(digest)` is not in the store"
        case .malformed(let digest, let error): "blob `\(digest)` is malformed: \(error)"
        case .changed(let path, let expected, let found):
            "`\(path)` has digest `\(found)`, not `\(expected)`"
        case .linkInTheWay(let path): "`\(path)` is a link where a folder was expected"
        case .untrusted(let store, let why): "the store `\(store)` is not used: \(why)"
        case .readOnly(let store): "the store `\(store)` cannot be written"
        }
    }
}

extension StoreError {
    /// The lost or corrupt blob; the action that made it must run again. Nil for all other errors.
    public var lostBlob: Digest? {
        switch self {
        case .missing(let digest), .malformed(let digest, _): digest
        case .file, .changed, .linkInTheWay, .untrusted, .readOnly: nil
        }
    }
}
