public import Basics
public import Machine
import SystemPackage

/// The exclusive right to run one action among all users of a store. The lock is on a file of the store's `locks`
/// folder.
public typealias ActionLock = PathLock

extension DiskStore {
    /// Takes the lock of an action without waiting; nil when another task or process holds it.
    public func tryLock(_ action: Digest) throws(StoreError) -> ActionLock? {
        try checkWritable()
        return try onDisk(PathLock.tryLock(FilePath(path(in: "locks", action)), for: access.creation))
    }

    /// Waits for the lock of an action. `waiting` is called once when another task or process holds it.
    ///
    /// Throws `StoreError`, or `CancellationError` when the task is cancelled. No thread is blocked.
    public func lock(_ action: Digest, waiting: () -> Void = {}) async throws -> ActionLock {
        try checkWritable()
        let path = FilePath(path(in: "locks", action))
        do {
            return try await PathLock.lock(path, for: access.creation, waiting: waiting)
        } catch let error as FileError {
            throw StoreError.file(error)
        }
    }

    /// Runs `body` while no other task or process holds the lock of this action.
    public func withLock<Result>(
        on action: Digest, waiting: () -> Void = {}, _ body: () async throws -> Result
    ) async throws -> Result {
        let lock = try await lock(action, waiting: waiting)
        defer { withExtendedLifetime(lock) {} }
        return try await body()
    }
}
