public import Basics

/// The right to run one action, held by at most one task of one process among all that share a store.
///
/// The lock is on a file of the store's `locks` folder and belongs to the open file, so it ends with its process
/// however that ends. The file is removed on release; whoever had opened it meanwhile sees that and starts over.
public final class ActionLock: Sendable {
    private let file: OpenFile

    fileprivate init(_ file: consuming OpenFile) { self.file = file }

    /// Released when the last reference goes.
    deinit {
        // While still locked: a file removed after unlocking could be one that somebody else holds already. When it
        // cannot be removed it stays, and does no harm.
        try? FileSystem.remove(file.path)
    }
}

extension DiskStore {
    /// The lock of an action; nil when another task or process holds it.
    public func tryLock(_ action: Digest) throws(StoreError) -> ActionLock? {
        let path = path(in: "locks", action)
        while true {
            let file = try openLock(path)
            guard try file.tryLock() else { return nil }
            if try file.isStillAtItsPath() { return ActionLock(file) }
        }
    }

    /// Waits for the lock of an action. `waiting` is called once when somebody else holds it.
    ///
    /// Throws `StoreError`, or `CancellationError` when the task is cancelled meanwhile. No thread is held up.
    public func lock(_ action: Digest, waiting: () -> Void = {}) async throws -> ActionLock {
        if let lock = try tryLock(action) { return lock }
        waiting()
        var pause = Duration.milliseconds(5)
        while true {
            try await Task.sleep(for: pause)
            if let lock = try tryLock(action) { return lock }
            pause = min(pause * 2, .milliseconds(50))
        }
    }

    /// Runs `body` while no other task or process that does the same runs for this action.
    public func withLock<Result>(
        on action: Digest, waiting: () -> Void = {}, _ body: () async throws -> Result
    ) async throws -> Result {
        let lock = try await lock(action, waiting: waiting)
        defer { withExtendedLifetime(lock) {} }
        return try await body()
    }

    private func openLock(_ path: String) throws(StoreError) -> OpenFile {
        if let file = try OpenFile.openingOrCreating(path, mode: 0o666) { return file }
        if let folder = FileSystem.parent(of: path) { try FileSystem.makeFolders(folder) }
        guard let file = try OpenFile.openingOrCreating(path, mode: 0o666) else {
            throw .system(.open, path: path, code: 2)
        }
        return file
    }
}
