public import Actions
public import Basics
import SystemPackage

/// Why a store, or a walk between a store and the file system, could not do its job.
///
/// That a blob is not there is no error: the verbs return nil. It is one only where the caller has been promised it.
public enum StoreError: Error, Hashable, Sendable {
    /// A system call failed; `code` is its errno.
    case system(Operation, path: String, code: CInt)
    /// Something needs this blob and no store holds it: build again what made it.
    case missing(Digest)
    /// A blob that ought to be an encoded message is none, or not in canonical form.
    case malformed(Digest, ProtocolError)
    /// A file whose bytes were to be `expected` has others.
    case changed(path: String, expected: Digest, found: Digest)
    /// Neither file, folder nor link: a device, a socket, a fifo.
    case special(path: String)
    /// A name that no `RelativePath` can hold: not UTF-8, or with a control character.
    case badName(folder: String, name: String)
    /// A link stands where a folder is to be written into.
    case linkInTheWay(path: String)

    /// What was tried, as the message says it.
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
        case .special(let path): "`\(path)` is neither a file, a folder nor a link"
        case .badName(let folder, let name): "`\(folder)` holds a name that cannot be kept: `\(name)`"
        case .linkInTheWay(let path): "`\(path)` is a link where a folder was expected"
        }
    }
}

extension StoreError {
    /// The blob that is gone, or is not what it was: what made it must run again. Nil for all other faults.
    public var lostBlob: Digest? {
        switch self {
        case .missing(let digest), .malformed(let digest, _): digest
        case .system, .changed, .special, .badName, .linkInTheWay: nil
        }
    }
}
