import Machine
public import SystemPackage

extension DiskStore {
    /// The folders whose owners and permissions decide whether a store is trusted, relative to the store's folder. (The
    /// work folders contain scripts that steps run.)
    static let trustedFolders = ["ac", "cas", "tmp", "locks", "leases", "xbuild-work"]

    /// The folder of the records of steps.
    public static let records = "last"

    /// The file that makes a store a shared one.
    static let marker = "shared"

    /// Opens a store, which need not exist yet.
    ///
    /// - Parameter trust: which results of other machines count as present; nil for all.
    /// - Throws: `StoreError.untrusted` if other users could have changed its contents.
    public static func opening(_ path: FilePath, trust: ResultTrust? = nil) throws(StoreError) -> DiskStore {
        switch try onDisk(StoreFacts(ofStoreAt: path.string)).verdict {
        case .missing: return DiskStore(at: path, access: .own, trust: trust)
        case .usable(let access): return DiskStore(at: path, access: access, trust: trust)
        case .refused(let why): throw .untrusted(store: path.string, why)
        }
    }

    /// Throws if this process cannot write to the store.
    public func checkWritable() throws(StoreError) {
        if access == .readOnly { throw .readOnly(store: path.string) }
    }
}

extension StoreFacts {
    /// Reads the facts about a store's folder.
    init(ofStoreAt root: String) throws(FileError) {
        self.init(user: CurrentProcess.user, groups: CurrentProcess.groups, folders: [])
        for path in [root] + DiskStore.trustedFolders.map({ "\(root)/\($0)" }) {
            guard let status = try FileStatus.following(path) else { continue }
            folders.append(
                Folder(
                    path: path, isFolder: status.kind == .folder, owner: status.owner, group: status.group,
                    permissions: status.permissions))
            isWritable = isWritable && FileSystem.isWritable(path)
        }
        let path = "\(root)/\(DiskStore.marker)"
        if let status = try FileStatus.of(path), status.kind == .file {
            marker = Marker(path: path, owner: status.owner)
        }
    }
}
