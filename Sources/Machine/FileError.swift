public import SystemPackage

/// Why an operation on files failed.
public enum FileError: Error, Hashable, Sendable {
    /// A system call failed.
    case system(Operation, path: String, Errno)
    /// The path is not a file, folder or link, but for example a device, a socket or a named pipe.
    case special(path: String)
    /// The path is not a regular file, but for example a folder, a device or a named pipe.
    case notRegular(path: String)
    /// A name that is not UTF-8, or that the caller does not support.
    case badName(folder: String, name: String)

    /// The failed operation, as the message names it.
    public enum Operation: String, Hashable, Sendable {
        case open, read, write, list, inspect, copy, link, lock, remove, rename
        case createFolder = "create the folder"
        case createPipe = "create the pipe"
        case setPermissions = "set the permissions of"
        case setGroup = "set the group of"
        case setTime = "set the time of"
    }

    /// The error of the system call; nil when no system call failed.
    public var errno: Errno? {
        if case .system(_, _, let errno) = self { errno } else { nil }
    }

    /// The error without operation and path, for messages that already contain them.
    public var reason: String {
        switch self {
        case .system(_, _, let errno): errno.description.lowercased()
        case .special: "not a file, folder or link"
        case .notRegular: "not a regular file"
        case .badName(_, let name): "unsupported name `\(name)`"
        }
    }

    /// The path of the operation.
    public var path: String {
        switch self {
        case .system(_, let path, _), .special(let path), .notRegular(let path), .badName(let path, _): path
        }
    }

    /// Returns the error of the last system call of this thread, which failed.
    static func last(_ operation: Operation, _ path: String) -> FileError { .system(operation, path: path, .last) }
}

extension FileError: CustomStringConvertible {
    /// One line, lower case, without a full stop.
    public var description: String {
        switch self {
        case .system(let operation, let path, _): "cannot \(operation.rawValue) `\(path)`: \(reason)"
        case .special(let path): "`\(path)` is not a file, folder or link"
        case .notRegular(let path): "`\(path)` is not a regular file"
        case .badName(let folder, let name): "`\(folder)` has an entry with an unsupported name: `\(name)`"
        }
    }
}
