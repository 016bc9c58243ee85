import SystemPackage

/// A file that is locked as long as this object and its process exist. The file itself stays.
public final class FileLock: Sendable {
    private let file: OpenFile

    private init(_ file: consuming OpenFile) { self.file = file }

    deinit { file.unlock() }

    /// Locks a file without waiting. Returns nil when another task or process holds the lock, or when the file or its
    /// folder is missing or was removed in the meantime.
    ///
    /// - Parameters:
    ///   - create: whether to make a missing file.
    ///   - users: the users who may lock a new file.
    public static func tryLock(
        _ path: String, create: Bool, for users: CreationMode = .standard
    ) throws(FileError) -> FileLock? {
        let opened =
            create
            ? try OpenFile.openingOrCreating(path, for: users) : try OpenFile.writableIfPresent(path)
        guard let file = opened, try file.tryLock(), try file.isStillAtItsPath() else { return nil }
        return FileLock(file)
    }
}
