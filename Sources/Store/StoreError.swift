public import Actions
public import Basics
import SystemPackage

/// Why an operation of a store, or between a store and the file system, failed.
///
/// A missing blob is no error: the operations return nil. It is one only where the caller relies on the blob.
public enum StoreError: Error, Hashable, Sendable {
    /// A system call failed; `code` is its errno.
    case system(Operation, path: String, code: CInt)
    /// A required blob is in no store: its action must run again.
    case missing(Digest)
    /// A blob is not a valid encoded message, or not in canonical form.
    case malformed(Digest, ProtocolError)
    /// A file does not have the expected digest.
    case changed(path: String, expected: Digest, found: Digest)
    /// Not a file, folder or link: a device, a socket, a fifo.
    case special(path: String)
    /// A name that is not valid in a `RelativePath`: not UTF-8, or with a control character.
    case badName(folder: String, name: String)
    /// A link where a folder must be written.
    case linkInTheWay(path: String)

    /// The failed operation, as the message names it.
    public enum Operation: String, Hashable, Sendable {
        case open, read, write, list, inspect, copy, link, lock, remove, rename
        case createFolder = "create the folder"
        case setPermissions = "set the permissions of"
        case setTime = "set the time of"
    }
}

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .system(let operation, let path, let code):
            "cannot \(operation.rawValue) `\(path)`: \(Errno(rawValue: code).description.lowercased())"
        case .missing(let digest): "blob `\(digest)` is not in the store"
        case .malformed(let digest, let error): "blob `\(digest)` is malformed: \(error)"
        case .changed(let path, let expected, let found):
            "`\(path)` has digest `\(found)`, not `\(expected)`"
        case .special(let path): "`\(path)` is not a file, folder or link"
        case .badName(let folder, let name): "`\(folder)` has an entry with an unsupported name: `\(name)`"
        case .linkInTheWay(let path): "`\(path)` is a link where a folder was expected"
        }
    }
}

extension StoreError {
    /// The lost or corrupt blob whose action must run again. Nil for all other faults.
    public var lostBlob: Digest? {
        switch self {
        case .missing(let digest), .malformed(let digest, _): digest
        case .system, .changed, .special, .badName, .linkInTheWay: nil
        }
    }
}
