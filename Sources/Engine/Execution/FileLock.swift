import Foundation
import SystemPackage

/// A file held locked: nobody else can lock it as long as this value and its process live.
final class FileLock: Sendable {
    private let file: FileDescriptor

    /// Locks the file without waiting; nil when somebody else holds it, or it went away meanwhile.
    init?(_ path: FilePath, create: Bool) {
        let options: FileDescriptor.OpenOptions = create ? [.create, .closeOnExec] : [.closeOnExec]
        guard
            let file = try? FileDescriptor.open(path, .readWrite, options: options, permissions: [.ownerReadWrite])
        else { return nil }
        self.file = file
        // When this returns nil, `deinit` closes the file.
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0, Self.isStill(file, at: path) else { return nil }
    }

    deinit { try? file.close() }

    /// Whether the path still names the opened file: whoever held the lock before may have removed it.
    private static func isStill(_ file: FileDescriptor, at path: FilePath) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(file.rawValue, &opened) == 0 && path.withPlatformString { lstat($0, &named) } == 0
            && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }
}
