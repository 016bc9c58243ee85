// Stores that the members of a group share, as `core.sharedRepository=group` does for git: folders have the set-group-ID
// bit, so that new entries belong to the group, and every file and folder is writable for the group, whatever the umask
// of its creator is.

import Machine
public import SystemPackage

extension DiskStore {
    /// Makes a store that the members of the folder's group share, or makes an existing store shared.
    ///
    /// - Returns: the number of the group.
    /// - Throws: `StoreError.untrusted` if the folder belongs to another user.
    public static func share(at path: FilePath) throws(StoreError) -> UInt32 {
        let root = path.string
        try onDisk(FileSystem.makeFolders(root))
        guard let status = try onDisk(FileStatus.following(root)), status.kind == .folder else {
            throw .untrusted(store: root, .notFolder(path: root))
        }
        guard [status.owner, 0].contains(CurrentProcess.user) else {
            throw .untrusted(store: root, .otherOwner(path: root, owner: status.owner))
        }
        try onDisk(share(root, with: status.group))
        return status.group
    }

    private static func share(_ root: String, with group: UInt32) throws(FileError) {
        try open(root, for: group)
        for folder in trustedFolders + [records] {
            try FileSystem.makeFolders("\(root)/\(folder)", for: .group)
            try open("\(root)/\(folder)", for: group)
        }
        // Two users who make one folder at the same time would disturb each other, so all folders are made here.
        for folder in ["ac", "cas", "locks", records] {
            for number in 0..<256 {
                let digits = String(number + 256, radix: 16).dropFirst()
                try FileSystem.makeFolders("\(root)/\(folder)/\(digits)", for: .group)
            }
            for entry in try FileSystem.statuses(below: "\(root)/\(folder)") {
                try open("\(root)/\(folder)/\(entry.path)", for: group)
            }
        }
        _ = try OpenFile.openingOrCreating("\(root)/leases.lock", for: .group)
        for file in ["leases.lock", "file-digests", "tool-facts", StoreSizeCheck.file] {
            try open("\(root)/\(file)", for: group)
        }
        try FileSystem.write("This store was made for sharing with its group.\n".utf8, to: "\(root)/\(marker)")
    }

    /// Gives a file or folder to the group, and the group access to it.
    private static func open(_ path: String, for group: UInt32) throws(FileError) {
        guard let status = try FileStatus.of(path) else { return }
        let permissions: UInt16
        switch status.kind {
        case .folder: permissions = CreationMode.group.folder
        case .file: permissions = CreationMode.group.file
        case .link, .special: return
        }
        // The group is set first: a change of the group removes the set-group-ID bit.
        if status.group != group { try FileSystem.setGroup(path, group) }
        guard status.group != group || status.permissions != permissions else { return }
        try FileSystem.setPermissions(path, permissions)
    }
}
