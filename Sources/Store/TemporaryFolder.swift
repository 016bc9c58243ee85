import Machine
import Synchronization
import SystemPackage

/// The folder of a process for files that it later renames into the store: a private folder in the store's `tmp`.
///
/// The process holds a lock on its folder, which the system releases when the process ends or is killed. So another
/// process detects and removes the folder of a killed process, also across containers with separate process ids. Other
/// entries of `tmp` stay: they may be Bazel's.
final class TemporaryFolder: Sendable {
    private static let prefix = "xbuild-"

    /// The store's `tmp`.
    private let parent: String
    /// The users of the store.
    private let users: CreationMode
    private let claim = Mutex<Claim?>(nil)

    private struct Claim: ~Copyable {
        /// The folder, which is open and locked as long as the claim exists.
        let folder: OpenFile
        var count = 0
    }

    init(in parent: String, for users: CreationMode) { (self.parent, self.users) = (parent, users) }

    deinit {
        claim.withLock { claim in
            // Only an empty folder can be left. If it cannot be removed now, the next process removes it.
            if let path = claim?.folder.path { try? FileSystem.removeFolder(path) }
        }
    }

    /// Makes an empty file for writing. The first call claims a folder and removes the folders of killed processes.
    ///
    /// - Parameter mode: the permissions of a file in a store of one user. In a shared store, all files are writable
    ///   for the group: only users who may write to a file may set its time, which records its last use.
    func makeFile(mode: UInt16) throws(FileError) -> OpenFile {
        for _ in 0..<Self.attempts {
            do throws(FileError) {
                guard let file = try OpenFile.creating(try nextPath(), mode: mode) else { continue }
                if users.overridesMask { try file.setPermissions(users.file) }
                return file
            } catch {
                // The folder was removed, for example by `rm -r` on the store: the next attempt claims another folder.
                guard case .system(.open, _, .noSuchFileOrDirectory) = error else { throw error }
                claim.withLock { $0 = nil }
            }
        }
        throw .system(.createFolder, path: parent, .fileExists)
    }

    private func nextPath() throws(FileError) -> String {
        try claim.withLock { (claim) throws(FileError) in
            if claim == nil {
                claim = Claim(folder: try claimFolder())
                try clearLeftovers()
            }
            claim?.count += 1
            return "\(claim?.folder.path ?? parent)/\(claim?.count ?? 0)"
        }
    }

    private static let attempts = 100

    private func claimFolder() throws(FileError) -> OpenFile {
        try FileSystem.makeFolders(parent, for: users)
        for _ in 0..<Self.attempts {
            let path = "\(parent)/\(Self.prefix)\(String(UInt64.random(in: .min ... .max), radix: 16))"
            guard try FileSystem.makeFolder(path, for: users) else { continue }
            // Between creation and locking, `clearLeftovers` of another process may remove the folder.
            guard let folder = try OpenFile.folderIfPresent(path) else { continue }
            if try folder.tryLock(), try folder.isStillAtItsPath() { return folder }
        }
        throw .system(.lock, path: parent, .wouldBlock)
    }

    /// Removes every folder of xbuild that is not locked.
    private func clearLeftovers() throws(FileError) {
        for name in try FileSystem.names(in: parent) where name.hasPrefix(Self.prefix) {
            let path = "\(parent)/\(name)"
            guard let folder = try? OpenFile.folderIfPresent(path), try folder.tryLock() else { continue }
            // A leftover that cannot be removed, for lack of permission for example, does not fail this run.
            try? FileSystem.removeTree(path)
        }
    }
}
