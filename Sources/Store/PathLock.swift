public import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The right to something that a path stands for, held by at most one task of one process among all that see the path.
///
/// The lock is on a file at the path, made for it, and belongs to the open file: it ends with its process however that
/// ends, and counts between containers that share a folder. The file is removed on release; whoever had opened it
/// meanwhile sees that and starts over.
public final class PathLock: Sendable {
    private let file: OpenFile

    private init(_ file: consuming OpenFile) { self.file = file }

    /// Released when the last reference goes.
    deinit {
        // While still locked: a file removed after unlocking could be one that somebody else holds already. When it
        // cannot be removed it stays, and does no harm.
        try? FileSystem.remove(file.path)
    }

    /// The lock; nil when another task or process holds it. The folder is made where it is missing.
    public static func tryLock(_ path: FilePath) throws(StoreError) -> PathLock? {
        for _ in 0..<attempts {
            let file = try openingOrCreating(path.string)
            guard try file.tryLock() else { return nil }
            if try file.isStillAtItsPath() { return PathLock(file) }
        }
        throw .system(.lock, path: path.string, code: EWOULDBLOCK)
    }

    /// Waits for the lock. `waiting` is called once when somebody else holds it.
    ///
    /// Throws `StoreError`, or `CancellationError` when the task is cancelled meanwhile. No thread is held up.
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
        } catch StoreError.system(.lock, _, let code) {
            // Nobody locks it here: it would only lie about.
            if code != EWOULDBLOCK { try? FileSystem.remove(path.string) }
            return nil
        } catch is StoreError {
            return nil
        } catch {
            throw CancellationError()
        }
    }

    /// So often another one may remove the file between opening and locking; more often than that the file system does
    /// not tell files apart.
    private static let attempts = 100

    private static func openingOrCreating(_ path: String) throws(StoreError) -> OpenFile {
        if let file = try OpenFile.openingOrCreating(path, mode: 0o666) { return file }
        if let folder = FileSystem.parent(of: path) { try FileSystem.makeFolders(folder) }
        guard let file = try OpenFile.openingOrCreating(path, mode: 0o666) else {
            throw .system(.open, path: path, code: ENOENT)
        }
        return file
    }
}
