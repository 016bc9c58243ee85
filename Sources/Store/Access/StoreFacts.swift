// Whether the contents of a store's folder are trusted, as a function of the owners, groups and permissions of its
// folders:
//
// - In a store of one user, each folder belongs to this user or to root, and only its owner can write to it.
// - In a shared store, which its owner marked with a file, each folder belongs to the group of the store's folder, and
//   no user outside the group can write to it. The process belongs to that group, or its user owns the store.
//
// A trusted store that the process cannot write to, such as a store of root in an image, serves results.

/// What the verdict about a store's folder depends on.
public struct StoreFacts: Hashable, Sendable {
    /// A folder of the store.
    public struct Folder: Hashable, Sendable {
        public var path: String
        public var isFolder: Bool
        public var owner: UInt32
        public var group: UInt32
        /// The permission bits.
        public var permissions: UInt16

        public init(path: String, isFolder: Bool = true, owner: UInt32, group: UInt32, permissions: UInt16) {
            (self.path, self.isFolder) = (path, isFolder)
            (self.owner, self.group, self.permissions) = (owner, group, permissions)
        }
    }

    /// The file that marks a shared store.
    public struct Marker: Hashable, Sendable {
        public var path: String
        public var owner: UInt32

        public init(path: String, owner: UInt32) { (self.path, self.owner) = (path, owner) }
    }

    /// The user and the groups of this process.
    public var user: UInt32
    public var groups: Set<UInt32>
    /// The store's folder and those folders in it that exist, in this order; empty if there is no store.
    public var folders: [Folder]
    public var marker: Marker?
    /// Whether this process can write to all of the folders.
    public var isWritable: Bool

    public init(user: UInt32, groups: Set<UInt32>, folders: [Folder], marker: Marker? = nil, isWritable: Bool = true) {
        (self.user, self.groups, self.folders) = (user, groups, folders)
        (self.marker, self.isWritable) = (marker, isWritable)
    }

    private static let root: UInt32 = 0

    public var verdict: StoreVerdict {
        guard let store = folders.first else { return .missing }
        if let other = folders.first(where: { !$0.isFolder }) { return .refused(.notFolder(path: other.path)) }
        if let why = marker.map({ distrust(ofShared: store, $0) }) ?? distrustOfOwn { return .refused(why) }
        guard isWritable else { return .usable(.readOnly) }
        return .usable(marker == nil ? .own : .shared)
    }

    private var distrustOfOwn: StoreDistrust? {
        for folder in folders {
            if folder.owner != user, folder.owner != Self.root {
                return .otherOwner(path: folder.path, owner: folder.owner)
            }
            if folder.permissions & 0o022 != 0 { return folder.isWritableByOthers }
        }
        return nil
    }

    private func distrust(ofShared store: Folder, _ marker: Marker) -> StoreDistrust? {
        if marker.owner != store.owner, marker.owner != Self.root {
            return .otherMarker(path: marker.path, owner: marker.owner)
        }
        if !groups.contains(store.group), store.owner != user {
            return .notInGroup(path: store.path, group: store.group)
        }
        for folder in folders {
            if folder.group != store.group { return .otherGroup(path: folder.path, group: store.group) }
            if folder.permissions & 0o002 != 0 { return folder.isWritableByOthers }
        }
        return nil
    }
}

extension StoreFacts.Folder {
    fileprivate var isWritableByOthers: StoreDistrust { .writableByOthers(path: path, permissions: permissions) }
}
