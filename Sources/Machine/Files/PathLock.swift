public import SystemPackage

/// An exclusive lock among all tasks and processes that use one path.
///
/// The lock is on a file that is made at the path. It belongs to the open file, so it ends when the process ends or is
/// killed, and works between containers that share the folder. The file is removed on release; a process that opened
/// the file in the meantime detects the removal and tries again.
public final class PathLock: Sendable {
    private let file: OpenFile

    private init(_ file: consuming OpenFile) { self.file = file }

    /// Releases the lock.
    deinit {
        // The file is removed while it is still locked: after unlocking, another process may already have locked it. A
        // file that cannot be removed stays, and does no harm.
        try? FileSystem.remove(file.path)
    }

    /// Takes the lock without waiting; nil when another task or process holds it. A missing folder is made.
    ///
    /// - Parameter users: the users who may take the lock.
    public static func tryLock(
        _ path: FilePath, for users: CreationMode = .standard
    ) throws(FileError) -> PathLock? {
        for _ in 0..<attempts {
            let file = try openingOrCreating(path.string, users)
            guard try file.tryLock() else { return nil }
            if try file.isStillAtItsPath() { return PathLock(file) }
        }
        throw .system(.lock, path: path.string, .wouldBlock)
    }

    /// Waits for the lock. `waiting` is called once when another task or process holds it.
    ///
    /// Throws `FileError`, or `CancellationError` when the task is cancelled. No thread is blocked.
    public static func lock(
        _ path: FilePath, for users: CreationMode = .standard, waiting: () -> Void = {}
    ) async throws -> PathLock {
        if let lock = try tryLock(path, for: users) { return lock }
        waiting()
        var pause = Duration.milliseconds(5)
        while true {
            try await Task.sleep(for: pause)
            if let lock = try tryLock(path, for: users) { return lock }
            pause = min(pause * 2, .milliseconds(50))
        }
    }

    /// Waits for the lock as `lock` does; nil if files cannot be locked, as in a read-only folder and on some network
    /// file systems.
    public static func lockWherePossible(
        _ path: FilePath, waiting: () -> Void = {}
    ) async throws(CancellationError) -> PathLock? {
        do {
            return try await lock(path, waiting: waiting)
        } catch FileError.system(.lock, _, let errno) {
            // No process can lock this file, so it would never be removed.
            if errno != .wouldBlock { try? FileSystem.remove(path.string) }
            return nil
        } catch is FileError {
            return nil
        } catch {
            throw CancellationError()
        }
    }

    /// How often another process may remove the file between opening and locking. A higher number means that the file
    /// system does not report file identities reliably.
    private static let attempts = 100

    private static func openingOrCreating(_ path: String, _ users: CreationMode) throws(FileError) -> OpenFile {
        if let file = try OpenFile.openingOrCreating(path, for: users) { return file }
        if let folder = FileSystem.parent(of: path) { try FileSystem.makeFolders(folder, for: users) }
        guard let file = try OpenFile.openingOrCreating(path, for: users) else {
            throw .system(.open, path: path, .noSuchFileOrDirectory)
        }
        return file
    }
}
