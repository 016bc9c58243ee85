import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Where a process writes files before it renames them into the store: a folder of its own in the store's `tmp`.
///
/// The process holds a lock on its folder, which the system takes back however the process ends. So whoever comes next
/// can tell what a killed process left, also across containers that count processes differently, and removes it. Other
/// things in `tmp` are left alone: Bazel keeps its own there.
final class TemporaryFolder: Sendable {
    private static let prefix = "xbuild-"

    /// The store's `tmp`.
    private let parent: String
    private let claim = Mutex<Claim?>(nil)

    private struct Claim: ~Copyable {
        /// Open and locked as long as the claim lasts.
        let folder: OpenFile
        var count = 0
    }

    init(in parent: String) { self.parent = parent }

    deinit {
        claim.withLock { claim in
            // An empty folder is all that can be left here; what cannot be removed the next process removes.
            if let path = claim?.folder.path { try? FileSystem.removeFolder(path) }
        }
    }

    /// Makes an empty file for writing. The first call claims a folder and clears away what killed processes left.
    func makeFile(mode: mode_t) throws(StoreError) -> OpenFile {
        for _ in 0..<Self.attempts {
            do throws(StoreError) {
                if let file = try OpenFile.creating(try nextPath(), mode: mode) { return file }
            } catch {
                // Somebody removed the folder under us, as `rm -r` of a store does: claim another one.
                guard case .system(.open, _, ENOENT) = error else { throw error }
                claim.withLock { $0 = nil }
            }
        }
        throw .system(.createFolder, path: parent, code: EEXIST)
    }

    private func nextPath() throws(StoreError) -> String {
        try claim.withLock { (claim) throws(StoreError) in
            if claim == nil {
                claim = Claim(folder: try claimFolder())
                try clearLeftovers()
            }
            claim?.count += 1
            return "\(claim?.folder.path ?? parent)/\(claim?.count ?? 0)"
        }
    }

    private static let attempts = 100

    private func claimFolder() throws(StoreError) -> OpenFile {
        try FileSystem.makeFolders(parent)
        for _ in 0..<Self.attempts {
            let path = "\(parent)/\(Self.prefix)\(String(UInt64.random(in: .min ... .max), radix: 16))"
            guard try FileSystem.makeFolder(path, mode: 0o777) else { continue }
            // Between making and locking somebody may take it for a leftover and remove it.
            guard let folder = try OpenFile.ifPresent(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { continue }
            if try folder.tryLock(), try folder.isStillAtItsPath() { return folder }
        }
        throw .system(.lock, path: parent, code: EWOULDBLOCK)
    }

    /// Removes every folder of ours that nobody holds locked.
    private func clearLeftovers() throws(StoreError) {
        for name in try FileSystem.names(in: parent) where name.hasPrefix(Self.prefix) {
            let path = "\(parent)/\(name)"
            guard let folder = try? OpenFile.ifPresent(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
                try folder.tryLock()
            else { continue }
            // It is no fault of this run when somebody else's leftovers cannot be removed, for want of permission say.
            for name in (try? FileSystem.names(in: path)) ?? [] { try? FileSystem.remove("\(path)/\(name)") }
            try? FileSystem.removeFolder(path)
        }
    }
}
