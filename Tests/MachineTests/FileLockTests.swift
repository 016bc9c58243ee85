import Foundation
import Machine
import TestSupport
import Testing

struct FileLockTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a locked file can be locked again only after its release`() throws {
        let path = folder.path("lock")
        #expect(try FileLock.tryLock(path, create: false) == nil)
        let lock = try FileLock.tryLock(path, create: true)
        #expect(lock != nil)
        #expect(try FileLock.tryLock(path, create: true) == nil)
        withExtendedLifetime(lock) {}
        _ = consume lock
        #expect(try FileLock.tryLock(path, create: false) != nil)
        #expect(folder.exists("lock"))
    }

    /// A forked child process has a copy of the descriptor until it starts its program.
    @Test func `releasing a lock unlocks the file although a copy of its descriptor is open`() throws {
        let path = folder.path("lock")
        let lock = try FileLock.tryLock(path, create: true)
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").compactMap { Int32($0) }
        let locked = try #require(descriptors.first { Self.identity(of: $0) == Self.identity(of: path) })
        let copy = dup(locked)
        defer { close(copy) }
        withExtendedLifetime(lock) {}
        _ = consume lock
        #expect(try FileLock.tryLock(path, create: false) != nil)
    }

    private static func identity(of descriptor: Int32) -> [UInt64]? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : nil
    }

    private static func identity(of path: String) -> [UInt64]? {
        var status = stat()
        return stat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : nil
    }

    @Test func `tryLock returns nil for a path in a missing folder`() throws {
        #expect(try FileLock.tryLock(folder.path("none/lock"), create: true) == nil)
        #expect(!folder.exists("none"))
    }
}
