import Machine
import TestSupport
import Testing

struct FileLockTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a file is locked once, and again after its release`() throws {
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

    @Test func `no lock is made in a missing folder`() throws {
        #expect(try FileLock.tryLock(folder.path("none/lock"), create: true) == nil)
        #expect(!folder.exists("none"))
    }
}
