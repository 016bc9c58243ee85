// Leases protect the files that running runs need from collections.
//
// Each run holds a lock on a file in the store's `leases` folder. The file's time is the start of the run, and all
// files of the store that were used since then stay. The lock ends when its process ends or is killed. A new run waits
// for a running collection, because it must not rely on files that the collection has decided to remove.

import Machine
import SystemPackage

/// Protects the files that a run found or stored while it holds the lease.
public final class StoreLease: Sendable {
    /// Nil in a store that the process only reads.
    private let lock: LeaseLock?

    fileprivate init(_ lock: LeaseLock?) { self.lock = lock }
}

/// The locked file of a lease.
private final class LeaseLock: Sendable {
    private let file: OpenFile

    init(_ file: consuming OpenFile) { self.file = file }

    deinit { try? FileSystem.remove(file.path) }
}

extension DiskStore {
    /// Takes a lease. `waiting` is called once when a collection is running.
    ///
    /// A store that this process cannot write to gets no lease: another user who collects it meanwhile may remove files
    /// that the run needs.
    ///
    /// Throws `StoreError`, or `CancellationError` when the task is cancelled.
    public func lease(waiting: () -> Void = {}) async throws -> StoreLease {
        if access == .readOnly { return StoreLease(nil) }
        let gate = try await collectionLock(waiting: waiting)
        defer { withExtendedLifetime(gate) {} }
        return try onDisk(newLease())
    }

    private func newLease() throws(FileError) -> StoreLease {
        try FileSystem.makeFolders(leases, for: access.creation)
        for _ in 0..<100 {
            let path = "\(leases)/\(String(UInt64.random(in: .min ... .max), radix: 16))"
            guard let file = try OpenFile.creating(path, mode: access.creation.file) else { continue }
            if access.creation.overridesMask { try file.setPermissions(access.creation.file) }
            // `oldestLease` in another process may remove the file before it is locked.
            guard try file.tryLock(), try file.isStillAtItsPath() else { continue }
            accessTimes.begin(at: try file.status().modified)
            return StoreLease(LeaseLock(file))
        }
        throw .system(.lock, path: leases, .wouldBlock)
    }

    private var leases: String { root + "/leases" }

    /// Returns the start of the oldest running run, in nanoseconds since 1970; nil when no run is running. Removes the
    /// files of killed runs. In a store that the process only reads, no run is known.
    func oldestLease() throws(FileError) -> Int64? {
        guard access != .readOnly, try FileStatus.of(leases)?.kind == .folder else { return nil }
        var oldest: Int64?
        for name in try FileSystem.names(in: leases) {
            guard let file = try OpenFile.writableIfPresent("\(leases)/\(name)") else { continue }
            if try file.tryLock() {
                try FileSystem.remove(file.path)
            } else {
                oldest = min(oldest ?? .max, try file.status().modified)
            }
        }
        return oldest
    }

    /// Waits for the lock that a collection holds from before it reads the leases until its end, and that each run
    /// holds while it takes a lease.
    func collectionLock(waiting: () -> Void) async throws -> FileLock {
        let path = root + "/leases.lock"
        try onDisk(FileSystem.makeFolders(root, for: access.creation))
        var isReported = false
        while true {
            if let lock = try onDisk(FileLock.tryLock(path, create: true, for: access.creation)) { return lock }
            if !isReported { waiting() }
            isReported = true
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
