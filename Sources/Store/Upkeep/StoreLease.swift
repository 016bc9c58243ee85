// Who is at work in a store, so that a collection leaves alone what they need.
//
// Each run holds a file of the store's `leases` folder locked; the file's time is when the run began, and everything
// that was of use since then stays. The lock ends with its process, however that ends. A run that begins waits for a
// collection that is under way: what that has decided to remove, the run must not count on.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What a run found, or put, in the store since it has this stays there until it lets go of it.
public final class StoreLease: Sendable {
    private let file: OpenFile

    fileprivate init(_ file: consuming OpenFile) { self.file = file }

    deinit { try? FileSystem.remove(file.path) }
}

extension DiskStore {
    /// Takes a lease. `waiting` is called once when a collection is under way.
    ///
    /// Throws `StoreError`, or `CancellationError` when the task is cancelled meanwhile.
    public func lease(waiting: () -> Void = {}) async throws -> StoreLease {
        let gate = try await collectionLock(waiting: waiting)
        defer { withExtendedLifetime(gate) {} }
        return try newLease()
    }

    private func newLease() throws(StoreError) -> StoreLease {
        try FileSystem.makeFolders(leases)
        for _ in 0..<100 {
            let path = "\(leases)/\(String(UInt64.random(in: .min ... .max), radix: 16))"
            guard let file = try OpenFile.creating(path, mode: 0o666) else { continue }
            // A run that began at the same time may take it for one that was left behind.
            guard try file.tryLock(), try file.isStillAtItsPath() else { continue }
            marks.begin(at: try file.status().modified)
            return StoreLease(file)
        }
        throw .system(.lock, path: leases, code: EWOULDBLOCK)
    }

    private var leases: String { root + "/leases" }

    /// When the oldest run began that is at work, in nanoseconds since 1970; nil when none is. Removes what killed runs
    /// left.
    func oldestLease() throws(StoreError) -> Int64? {
        guard try FileStatus.of(leases)?.kind == .folder else { return nil }
        var oldest: Int64?
        for name in try FileSystem.names(in: leases) {
            guard let file = try OpenFile.ifPresent("\(leases)/\(name)", O_RDWR | O_NOFOLLOW) else { continue }
            if try file.tryLock() {
                try FileSystem.remove(file.path)
            } else {
                oldest = min(oldest ?? .max, try file.status().modified)
            }
        }
        return oldest
    }

    /// Held by a collection from its first look at the leases to its end, and for a moment by whoever takes one.
    func collectionLock(waiting: () -> Void) async throws -> CollectionLock {
        let path = root + "/leases.lock"
        try FileSystem.makeFolders(root)
        var told = false
        while true {
            if let file = try OpenFile.openingOrCreating(path, mode: 0o666), try file.tryLock() {
                return CollectionLock(file)
            }
            if !told { waiting() }
            told = true
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

/// See `DiskStore.collectionLock`.
final class CollectionLock: Sendable {
    private let file: OpenFile

    init(_ file: consuming OpenFile) { self.file = file }
}
