public import Machine

/// How a process uses a store's folder.
public enum StoreAccess: Hashable, Sendable {
    /// Reads and writes a store of its own user.
    case own
    /// Reads and writes a store that was made for sharing with a group.
    case shared
    /// Only reads: the process takes no locks and no leases, and does not record the use of files.
    case readOnly

    /// The users who may use new files and folders of the store.
    public var creation: CreationMode {
        switch self {
        case .own, .readOnly: .owner
        case .shared: .group
        }
    }
}

/// Whether a process may use a store's folder, and how.
public enum StoreVerdict: Hashable, Sendable {
    /// There is no folder: the first file that is put makes it.
    case missing
    case usable(StoreAccess)
    case refused(StoreDistrust)
}

/// Why the contents of a store's folder are not trusted: a user who can write to a store decides the bytes of builds.
/// `path` is the store's folder, or a folder in it.
public enum StoreDistrust: Hashable, Sendable {
    case notFolder(path: String)
    /// The folder belongs to another user.
    case otherOwner(path: String, owner: UInt32)
    /// Users other than the owner can write to the folder; in a shared store, users outside the group.
    case writableByOthers(path: String, permissions: UInt16)
    /// The store is shared with a group to which the process does not belong.
    case notInGroup(path: String, group: UInt32)
    /// A folder of a shared store does not belong to the store's group.
    case otherGroup(path: String, group: UInt32)
    /// The file that makes a store a shared one was not made by the store's owner.
    case otherMarker(path: String, owner: UInt32)
}

extension StoreDistrust: CustomStringConvertible {
    /// One line, without the store's path where it is another one.
    public var description: String {
        switch self {
        case .notFolder(let path): "`\(path)` is not a folder"
        case .otherOwner(let path, let owner): "`\(path)` belongs to user \(owner), who could change stored results"
        case .writableByOthers(let path, let permissions):
            "other users can write to `\(path)` (mode 0\(String(permissions, radix: 8))) and change stored results"
        case .notInGroup(let path, let group):
            "`\(path)` is shared with group \(group), to which this process does not belong"
        case .otherGroup(let path, let group):
            "`\(path)` does not belong to group \(group), with which the store is shared"
        case .otherMarker(let path, let owner): "`\(path)` belongs to user \(owner), who does not own the store"
        }
    }
}
