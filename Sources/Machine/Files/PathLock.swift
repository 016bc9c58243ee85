public import SystemPackage

/// An exclusive lock among all tasks and processes that use one path.
///
/// The lock is on a file that is made at the path. It belongs to the open file, so it ends with the process, even with a
/// killed one, and works between containers that share the folder. The file is removed on release; a process that opened
/// it in the meantime detects the removal and starts over.
public final class PathLock: Sendable {
    private let file: OpenFile

    private init(_ file: consuming OpenFile) { self.file = file }

    /// Released when the last reference goes.
    deinit {
        // While still locked: after unlocking, another process may already hold the file. A file that cannot be
        // removed stays, and does no harm.
        try? FileSystem.remove(file.path)
    }

    /// The lock; nil when another task or process holds it. The folder is made where it is missing.
    public static func tryLock(_ path: FilePath) throws(FileError) -> PathLock? {
        for _ in 0..<attempts {
            let file = try openingOrCreating(path.string)
            guard try file.tryLock() else { return nil }
            if try file.isStillAtItsPath() { return PathLock(file) }
        }
        throw .system(.lock, path: path.string, .wouldBlock)
    }

    /// Waits for the lock. `waiting` is called once when another task or process holds it.
    ///
    /// Throws `FileError`, or `CancellationError` when the task is cancelled meanwhile. No thread is blocked.
    public static func lock(_ path: FilePath, waiting: () -> Void = {}) async throws -> PathLock {
        if let lock = try tryLock(path) { return lock }
        waiting()
        var pause = Duration.milliseconds(5)
        while true {
            try await Task.sleep(for: pause)
            if let lock = try tryLock(path) { return lock }
            pause = min(pause * 2, .milliseconds(50))
        }
    }

    /// As `lock`; nil where nothing can be locked, as in a folder that is read only and on some network file systems.
    public static func lockWherePossible(
        _ path: FilePath, waiting: () -> Void = {}
    ) async throws(CancellationError) -> PathLock? {
        do {
            return try await lock(path, waiting: waiting)
        } catch FileError.system(.lock, _, let errno) {
            // No process can lock it here: it would only remain.
            if errno != .wouldBlock { try? FileSystem.remove(path.string) }
            return nil
        } catch is FileError {
            return nil
        } catch {
            throw CancellationError()
        }
    }

    /// How often another process may remove the file between opening and locking. If it happens more often, the file
    /// system gives files no identity.
    private static let attempts = 100

    private static func openingOrCreating(_ path: String) throws(FileError) -> OpenFile {
        if let file = try OpenFile.openingOrCreating(path, mode: 0o666) { return file }
        if let folder = FileSystem.parent(of: path) { try FileSystem.makeFolders(folder) }
        guard let file = try OpenFile.openingOrCreating(path, mode: 0o666) else {
            throw .system(.open, path: path, .noSuchFileOrDirectory)
        }
        return file
    }
}
